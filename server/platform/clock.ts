interface Clock {
  now(): Date;
}

const current: { clock: Clock } = { clock: { now: () => new Date() } };

/** The only source of time. Use cases get it from their caller; SQL never calls `now()`. */
export function now(): Date {
  return current.clock.now();
}

const MINUTE_MS = 60 * 1000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

export function minuteOf(at: Date): Date {
  return new Date(Math.floor(at.getTime() / MINUTE_MS) * MINUTE_MS);
}

export function hourOf(at: Date): Date {
  return new Date(Math.floor(at.getTime() / HOUR_MS) * HOUR_MS);
}

/** Midnight UTC of that day, the basis of everything counted by day. */
export function dayOf(at: Date): Date {
  return new Date(Math.floor(at.getTime() / DAY_MS) * DAY_MS);
}

export function setClock(clock: Clock): void {
  current.clock = clock;
}
