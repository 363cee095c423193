import { announce } from "@/server/db/announce";
import { runGuarded, STALE } from "@/server/db/guarded";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import { auditPart } from "@/server/domain/audit";
import { requirePermission } from "@/server/domain/authority";
import type { TenantCaller } from "@/server/domain/caller";
import { type IdempotencyClaim, recordAnswer } from "@/server/domain/idempotency";
import { newSigningSecret, sealSecret } from "./signing-secret";
import { findOwnSubscription, NO_NEXT_SECRET, requireNotRevoked, type SubscriptionWithSecret } from "./subscription";

/**
 * Replaces the signing secret at once, and with it one that was to follow: the very next attempt is signed with it, of older deliveries too. Shown once; a
 * retry with the same claim rotates nothing and does not show it again.
 * Throws `subscription_not_found`, `subscription_revoked`.
 */
export async function rotateSecret(
  caller: TenantCaller,
  input: { readonly id: string },
  claim: IdempotencyClaim<SubscriptionWithSecret> | null,
): Promise<SubscriptionWithSecret> {
  requirePermission(caller, "manage_webhooks");
  const secret = newSigningSecret();
  return runGuarded(async (attempt) => {
    const before = await findOwnSubscription(attempt, caller, input.id);
    requireNotRevoked(before);
    const sealed = sealSecret(secret);
    const outcome = {
      row: { ...before, ...sealed, secretSince: caller.now, ...NO_NEXT_SECRET, updatedAt: caller.now },
      secret,
    };
    const audited = {
      action: "webhook_subscription.secret_rotated",
      subject: { kind: "webhook_subscription", id: before.id },
      details: { url: before.url },
    };
    const [written] = await query<{ isWritten: boolean }>(
      attempt.db,
      sql`WITH subscription AS (
          UPDATE webhook_subscriptions s SET
            sealed_secret = ${sealed.sealedSecret}, secret_last4 = ${sealed.secretLast4},
            secret_since = ${caller.now}, next_sealed_secret = NULL, next_secret_last4 = NULL, next_secret_at = NULL,
            updated_at = ${caller.now}, version = s.version + 1
          WHERE s.id = ${before.id} AND s.version = ${before.version}
          RETURNING 1
        ),
        ${auditPart(caller, audited, "subscription")},
        ${recordAnswer(claim, outcome, caller.now, "subscription")}
        SELECT EXISTS (SELECT 1 FROM subscription) AS is_written`,
    );
    if (!written?.isWritten) return STALE;
    announce(attempt.db, `tenant:${caller.tenantId}:${caller.environment}`);
    return outcome;
  }, caller.standing);
}
