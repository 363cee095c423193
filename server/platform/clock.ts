import { processSingleton } from "./singleton";

interface Clock {
  now(): Date;
}

const current = processSingleton<{ clock: Clock }>("clock", () => ({ clock: { now: () => new Date() } }));

/** The one source of time. Use cases get it through their caller; SQL of the domain never says `now()`. */
export function now(): Date {
  return current.clock.now();
}

/** Tests replace the clock; nothing else does. */
export function setClock(clock: Clock): void {
  current.clock = clock;
}
