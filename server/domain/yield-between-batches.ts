import { setTimeout as sleep } from "node:timers/promises";

const LONGEST_REST_MS = 500;

/**
 * For background work of many pieces, called before each: rests as long as the piece before it took, half a second at most. So
 * requests that came meanwhile go first, and never wait for more than one piece.
 */
export function yieldBetweenBatches(): () => Promise<void> {
  let beganAt: number | null = null;
  return async () => {
    if (beganAt !== null) await sleep(Math.min(performance.now() - beganAt, LONGEST_REST_MS));
    beganAt = performance.now();
  };
}
