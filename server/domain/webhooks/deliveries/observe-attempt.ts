import { getLogger } from "@/server/platform/logger";
import { metrics } from "@/server/platform/metrics";
import type { AttemptResult } from "../ports";
import type { ClaimedAttempt } from "./claim-attempt";
import type { Recorded } from "./record-attempt";

/** Counts an attempt and logs a failed one, so that operators see a failing receiver before its tenant asks. */
export function observeAttempt(claimed: ClaimedAttempt, result: AttemptResult, recorded: Recorded): void {
  const { deliveryId, subscriptionId, tenantId, environment, event, attempt, scheduledAt, beginsAt } = claimed;
  const { status, nextAttemptAt } = recorded;
  metrics().attempts.inc({ environment, state: status });
  metrics().attemptSeconds.observe({ environment }, result.durationMs / 1_000);
  metrics().attemptLagSeconds.observe({ environment }, Math.max(0, beginsAt.getTime() - scheduledAt.getTime()) / 1_000);
  if (result.error === null) return;
  const { responseCode, error: reason } = result;
  const names = { tenantId, environment, subscriptionId, deliveryId, eventType: event.type };
  const line = { ...names, attempt: attempt + 1, responseCode, reason, nextAttemptAt };
  if (nextAttemptAt) getLogger().info(line, "a webhook was not delivered");
  else getLogger().warn(line, "a webhook failed every retry");
}
