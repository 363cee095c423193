import { setTimeout as sleep } from "node:timers/promises";

const LONGEST_REST_MS = 500;

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
