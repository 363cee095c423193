import { getLogger } from "@/server/platform/logger";

/** How long nobody asks a replica that failed. */
const REST_MS = 5_000;

const rest = { until: 0, saidLast: "" };

export function isReplicaResting(): boolean {
  return performance.now() < rest.until;
}

/** For a while the primary answers everything. The log says why, once for each reason until the replica is well again. */
export function restReplica(reason: string): void {
  rest.until = performance.now() + REST_MS;
  if (rest.saidLast === reason) return;
  rest.saidLast = reason;
  getLogger().warn({ reason }, "the replica is not read from for a while");
}

export function noteReplicaIsWell(): void {
  rest.saidLast = "";
}
