interface Clock {
  now(): Date;
}

const current: { clock: Clock } = { clock: { now: () => new Date() } };

/** The one source of time. Use cases get it through their caller; SQL of the domain never says `now()`. */
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

/** Midnight UTC of the moment's day: all that is counted by days is counted by these. */
export function dayOf(at: Date): Date {
  return new Date(Math.floor(at.getTime() / DAY_MS) * DAY_MS);
}

/** Tests replace the clock; nothing else does. */
export function setClock(clock: Clock): void {
  current.clock = clock;
}
