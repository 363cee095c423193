import { announce } from "@/server/db/announce";
import { runGuarded, STALE } from "@/server/db/guarded";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import { requirePermission } from "@/server/domain/authority";
import type { AcquirerCaller } from "@/server/domain/caller";
import { type IdempotencyClaim, recordAnswer } from "@/server/domain/idempotency";
import { resumeDeliveries } from "../deliveries/resume-deliveries";
import { auditOf, findOwnSubscription } from "./subscription";

/**
 * Permanent. No new deliveries; existing ones are still attempted (contract 3.2), even if it was paused. Idempotent. Throws
 * `subscription_not_found`.
 */
export async function revokeSubscription(
  caller: AcquirerCaller,
  input: { readonly id: string },
  claim: IdempotencyClaim<{ readonly id: string }> | null,
): Promise<{ readonly id: string }> {
  requirePermission(caller, "manage_webhooks");
  const outcome = await runGuarded(async (attempt) => {
    const { id, status, version, url } = await findOwnSubscription(attempt, caller, input.id);
    const isEnding = status !== "revoked";
    const audited = {
      action: "webhook_subscription.revoked",
      subject: { kind: "webhook_subscription", id },
      details: { url },
    };
    const [written] = await query<{ isWritten: boolean }>(
      attempt.db,
      sql`WITH subscription AS (
          UPDATE webhook_subscriptions s SET
            status = 'revoked', slot = NULL, version = s.version + 1,
            updated_at = CASE WHEN s.status = 'revoked' THEN s.updated_at ELSE ${caller.now}::timestamptz END
          WHERE s.id = ${id} AND s.version = ${version}
          RETURNING 1
        ),
        ending AS (SELECT 1 FROM subscription WHERE ${isEnding}::boolean),
        ${auditOf(caller, audited, "ending")}
        ${recordAnswer(claim, { id }, caller.now, "subscription")}
        SELECT EXISTS (SELECT 1 FROM subscription) AS is_written`,
    );
    if (!written?.isWritten) return STALE;
    announce(attempt.db, `tenant:${caller.tenantId}:${caller.environment}`);
    return { id };
  }, caller.standing);
  await resumeDeliveries({ now: caller.now, subscriptionId: outcome.id });
  return outcome;
}
