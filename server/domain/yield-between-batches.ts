import { setTimeout as sleep, setImmediate as turn } from "node:timers/promises";

const LONGEST_REST_MS = 500;
const LONGEST_TURN_MS = 10;

/** Called again and again in work of a request that takes long: lets others have their turn every ten milliseconds. */
export function yieldToRequests(): () => Promise<void> | void {
  let beganAt = performance.now();
  return () => {
    if (performance.now() - beganAt < LONGEST_TURN_MS) return;
    return turn().then(() => {
      beganAt = performance.now();
    });
  };
}

/**
 * Called before each piece of background work: rests as long as the previous piece took, at most half a second, so that waiting
 * requests go first and never wait for more than one piece.
 */
export function yieldBetweenBatches(): () => Promise<void> {
  let beganAt: number | null = null;
  return async () => {
    if (beganAt !== null) await sleep(Math.min(performance.now() - beganAt, LONGEST_REST_MS));
    beganAt = performance.now();
  };
}
