import { setTimeout as sleep, setImmediate as turn } from "node:timers/promises";

/** A probe gives up after a few seconds; it should hear what is wrong before that. */
const ANSWERED_WITHIN_MS = 1_500;

/** An answer takes that many turns of the event loop to get from the socket to who waits for it. */
const TURNS = 3;

/**
 * Resolves when it is too late for an answer. What came while this process itself was busy, loading a page for the first
 * time, is heard first: that is no fault of the database.
 */
export async function late<T>(value: T): Promise<T> {
  await sleep(ANSWERED_WITHIN_MS);
  for (let turns = 0; turns < TURNS; turns += 1) await turn();
  return value;
}
