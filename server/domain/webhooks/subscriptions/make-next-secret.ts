import { announce } from "@/server/db/announce";
import { runGuarded, STALE } from "@/server/db/guarded";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import { auditPart } from "@/server/domain/audit";
import { requirePermission } from "@/server/domain/authority";
import type { TenantCaller } from "@/server/domain/caller";
import { invalidField } from "@/server/domain/errors";
import { type IdempotencyClaim, recordAnswer } from "@/server/domain/idempotency";
import { DAY_MS } from "@/server/platform/clock";
import { newSigningSecret, sealSecret } from "./signing-secret";
import { findOwnSubscription, requireNotRevoked, type SubscriptionWithSecret } from "./subscription";

const MAX_DAYS = 30;

/**
 * Makes the secret that follows the present one at a moment by the tenant's clock, or a day from now. Until then both sign, so that a receiver can
 * change over without rejecting anything. One that was made before and hasn't followed yet gives way. Shown once; a retry
 * with the same claim makes nothing and does not show it again.
 * Throws `subscription_not_found`, `subscription_revoked`, `validation_error` for a moment that is past or too far ahead.
 */
export async function makeNextSecret(
  caller: TenantCaller,
  input: { readonly id: string; readonly at: Date | null },
  claim: IdempotencyClaim<SubscriptionWithSecret> | null,
): Promise<SubscriptionWithSecret> {
  requirePermission(caller, "manage_webhooks");
  const at = input.at ?? new Date(caller.now.getTime() + DAY_MS);
  const secret = newSigningSecret();
  const { sealedSecret: nextSealedSecret, secretLast4: nextSecretLast4 } = sealSecret(secret);
  return runGuarded(async (attempt) => {
    const before = await findOwnSubscription(attempt, caller, input.id);
    requireNotRevoked(before);
    requireSoon(caller.now, at);
    const next = { nextSealedSecret, nextSecretLast4, nextSecretAt: at };
    const outcome = { row: { ...before, ...next, updatedAt: caller.now }, secret };
    const audited = {
      action: "webhook_subscription.next_secret_made",
      subject: { kind: "webhook_subscription", id: before.id },
      details: { url: before.url, at: at.toISOString() },
    };
    // One whose moment has come is the present one, whether or not the sweep has come by.
    const isDue = sql`s.next_secret_at <= ${caller.now}`;
    const [written] = await query<{ isWritten: boolean }>(
      attempt.db,
      sql`WITH subscription AS (
          UPDATE webhook_subscriptions s SET
            sealed_secret = CASE WHEN ${isDue} THEN s.next_sealed_secret ELSE s.sealed_secret END,
            secret_last4 = CASE WHEN ${isDue} THEN s.next_secret_last4 ELSE s.secret_last4 END,
            secret_since = CASE WHEN ${isDue} THEN s.next_secret_at ELSE s.secret_since END,
            next_sealed_secret = ${nextSealedSecret}, next_secret_last4 = ${nextSecretLast4}, next_secret_at = ${at},
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

function requireSoon(now: Date, at: Date): void {
  if (at <= now) throw invalidField("at", "must not be in the past");
  if (at.getTime() > now.getTime() + MAX_DAYS * DAY_MS) {
    throw invalidField("at", `must be within ${MAX_DAYS} days`);
  }
}
