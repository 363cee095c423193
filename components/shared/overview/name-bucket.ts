interface Spoken {
  readonly locale: string;
  readonly zone: string;
}

/** `14:00` or `21 Nov`. */
export function nameBucket(at: string, isByHour: boolean, { locale, zone }: Spoken): string {
  const form = isByHour
    ? ({ hour: "2-digit", minute: "2-digit", hourCycle: "h23" } as const)
    : ({ day: "numeric", month: "short" } as const);
  return new Intl.DateTimeFormat(locale, { ...form, timeZone: zone }).format(new Date(at));
}
