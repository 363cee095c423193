import { setTimeout as sleep } from "node:timers/promises";
import { LRUCache } from "lru-cache";
import type { AcquirerCaller } from "@/server/domain/caller";
import { getEnv } from "@/server/platform/env";
import { FairPlaces } from "@/server/platform/fair-places";
import { metrics } from "@/server/platform/metrics";

/** A key may have this many times as many requests under way and waiting as there are places: a moment that stood still fills them. */
const ROOM = 2;

/** A request takes a place once its caller is known and within its rate. */
const requests = new FairPlaces({
  places: () => getEnv().MAX_REQUESTS,
  mostOfKey: () => getEnv().MAX_REQUESTS * ROOM,
  leastOfKey: () => getEnv().MAX_REQUESTS,
  mostKeys: 1_024,
  refusal: "too many requests are being served",
  onRefused: () => metrics().refused.inc(),
});

/** Answers an admitted request. Throws UnavailableError where its key has too many under way. */
export function inPlace<T>(caller: AcquirerCaller, answer: () => Promise<T>): Promise<T> {
  const key = "merchantKeyId" in caller ? caller.merchantKeyId : "apiKeyId" in caller ? caller.apiKeyId : "";
  return requests.run({ party: `${caller.tenantId}:${caller.environment}`, key }, answer);
}

/** Refusals that one caller gets in a second, after as many at once; more wait their turn. */
const A_SECOND = 500;
const BURST_MS = 1_000;
const LONGEST_WAIT_MS = 5_000;
const MOST_CALLERS = 10_000;

/** When the next refusal of a caller may leave, by the time of this process. */
const nextAt = new LRUCache<string, number>({ max: MOST_CALLERS });

/**
 * Resolves when a refusal to this caller may leave. Clients that are refused at once ask again at once, and a few hundred
 * such connections keep the process from everybody else's requests.
 */
export async function waitForPace(caller: string): Promise<void> {
  const at = performance.now();
  const turn = Math.min(Math.max(nextAt.get(caller) ?? 0, at), at + LONGEST_WAIT_MS);
  nextAt.set(caller, turn + 1_000 / A_SECOND);
  const waitMs = turn - at - BURST_MS;
  if (waitMs > 0) await sleep(waitMs, undefined, { ref: false });
}
