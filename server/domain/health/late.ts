import { setTimeout as sleep, setImmediate as turn } from "node:timers/promises";

/** Shorter than a probe waits, so that it hears what is wrong. */
const ANSWERED_WITHIN_MS = 1_500;

/** Turns of the event loop that an answer takes from the socket to its awaiter. */
const TURNS = 3;

/** Resolves when an answer is overdue. Answers that arrived while this process was blocked are delivered first. */
export async function late<T>(value: T): Promise<T> {
  await sleep(ANSWERED_WITHIN_MS);
  for (let turns = 0; turns < TURNS; turns += 1) await turn();
  return value;
}
