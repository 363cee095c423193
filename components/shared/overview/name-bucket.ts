/** `14:00` or `21 Nov`, UTC. */
export function nameBucket(at: string, isByHour: boolean, locale: string): string {
  const form = isByHour
    ? ({ hour: "2-digit", minute: "2-digit", hourCycle: "h23" } as const)
    : ({ day: "numeric", month: "short" } as const);
  return new Intl.DateTimeFormat(locale, { ...form, timeZone: "UTC" }).format(new Date(at));
}
