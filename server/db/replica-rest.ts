import { getLogger } from "@/server/platform/logger";

const REST_MS = 5_000;

const rest = { until: 0, saidLast: "" };

export function isReplicaPaused(): boolean {
  return performance.now() < rest.until;
}

/** Sends all reads to the primary for a while. Logs each reason once until the replica recovers. */
export function pauseReplica(reason: string): void {
  rest.until = performance.now() + REST_MS;
  if (rest.saidLast === reason) return;
  rest.saidLast = reason;
  getLogger().warn({ reason }, "replica failed: reads go to the primary for a while");
}

export function resumeReplica(): void {
  rest.saidLast = "";
}
