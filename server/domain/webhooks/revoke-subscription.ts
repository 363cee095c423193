import { runGuarded } from "@/server/db/guarded";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import { requirePermission } from "../authority";
import type { TenantCaller } from "../caller";
import { type IdempotencyClaim, recordAnswer } from "../idempotency";
import { resumeDeliveries } from "./resume-deliveries";
import { findOwnSubscription } from "./subscription";

/**
 * Ends a subscription for good: no new deliveries; those under way are still attempted (spec 3.2), also if it was
 * paused. Revoking again is no error. Throws `subscription_not_found`.
 */
export async function revokeSubscription(
  caller: TenantCaller,
  input: { readonly id: string },
  claim: IdempotencyClaim<{ readonly id: string }> | null,
): Promise<{ readonly id: string }> {
  requirePermission(caller, "manage_webhooks");
  const outcome = await runGuarded(async (attempt) => {
    const { id } = await findOwnSubscription(attempt, caller, input.id);
    await query(
      attempt.db,
      sql`WITH subscription AS (
          UPDATE webhook_subscriptions s SET
            status = 'revoked', slot = NULL, version = s.version + 1,
            updated_at = CASE WHEN s.status = 'revoked' THEN s.updated_at ELSE ${caller.now}::timestamptz END
          WHERE s.id = ${id}
          RETURNING 1
        ),
        ${recordAnswer(claim, { id }, caller.now, "subscription")}
        SELECT 1`,
    );
    return { id };
  });
  await resumeDeliveries({ now: caller.now, subscriptionId: outcome.id });
  return outcome;
}
