import type { Environment, NetworkCaller } from "@/server/domain/caller";
import { now } from "@/server/platform/clock";
import { newRecordId } from "@/server/platform/ids";

export function networkCaller(environment: Environment = "test"): NetworkCaller {
  return { kind: "network", environment, now: now(), requestId: newRecordId(now()) };
}
