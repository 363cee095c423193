import type { AcquirerCaller } from "@/server/domain/caller";
import { getEnv } from "@/server/platform/env";
import { FairPlaces } from "@/server/platform/fair-places";
import { metrics } from "@/server/platform/metrics";

/** A key may have this many times as many requests under way and waiting as there are places: a moment that stood still fills them. */
const ROOM = 2;

/** What is worked on at a time. A request takes a place once it is known whose it is, and that it is within its rate. */
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
