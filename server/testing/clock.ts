import { after } from "node:test";
import { setClock } from "@/server/platform/clock";

/** A clock that stands still until it is moved. The real one is restored at the end of the test, or of the file. */
export function withFakeClock(start: string): { advance(milliseconds: number): void; now(): Date } {
  let current = new Date(start).getTime();
  const clock = { now: () => new Date(current) };
  setClock(clock);
  after(() => setClock({ now: () => new Date() }));
  return {
    advance: (milliseconds) => {
      current += milliseconds;
    },
    now: clock.now,
  };
}

export const DAY_MS = 24 * 60 * 60 * 1000;
