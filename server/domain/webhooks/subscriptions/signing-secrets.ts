import { randomBytes } from "node:crypto";
import { announce } from "@/server/db/announce";
import { runGuarded, STALE } from "@/server/db/guarded";
import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import type { SealedPlace } from "@/server/db/sealed-place";
import { type Sql, sql } from "@/server/db/sql";
import type { Audited } from "@/server/domain/audit";
import { requirePermission } from "@/server/domain/authority";
import type { AcquirerCaller } from "@/server/domain/caller";
import { invalidField } from "@/server/domain/errors";
import { type IdempotencyClaim, recordAnswer } from "@/server/domain/idempotency";
import { tenantTimeOf } from "@/server/domain/sandbox-clock";
import { DAY_MS } from "@/server/platform/clock";
import { decryptText, encryptText } from "@/server/platform/crypto";
import {
  auditOf,
  findOwnSubscription,
  NO_NEXT_SECRET,
  requireNotRevoked,
  type SubscriptionRow,
  type SubscriptionWithSecret,
} from "./subscription";

const PREFIX = "whsec_";
const SECRET_BYTES = 24;

/** `whsec_` and base64 of 24 random bytes, as in Standard Webhooks. */
export function newSigningSecret(): string {
  return PREFIX + randomBytes(SECRET_BYTES).toString("base64");
}

/** Encrypted, since signing needs it again, and its last characters for display. */
export function sealSecret(secret: string): { readonly sealedSecret: string; readonly secretLast4: string } {
  return { sealedSecret: encryptText("webhook-secret", secret), secretLast4: secret.slice(-4) };
}

export function openSecret(sealedSecret: string): string {
  return decryptText("webhook-secret", sealedSecret);
}

export const SEALED_WEBHOOK_SECRETS: SealedPlace = {
  name: "webhook secrets",
  purpose: "webhook-secret",
  newest: sql`SELECT sealed_secret AS sealed FROM webhook_subscriptions ORDER BY id DESC LIMIT 5`,
  due: ({ after, limit, isDue }) => sql`SELECT id AS place, sealed_secret AS sealed FROM webhook_subscriptions
    WHERE id > ${after} AND ${isDue(sql`sealed_secret`)} ORDER BY id LIMIT ${limit}`,
  replace: (renewed) => sql`UPDATE webhook_subscriptions s SET sealed_secret = n.sealed FROM ${renewed}
    WHERE s.id = n.place AND s.sealed_secret = n.was`,
};

export const SEALED_NEXT_WEBHOOK_SECRETS: SealedPlace = {
  name: "next webhook secrets",
  purpose: "webhook-secret",
  newest: sql`SELECT next_sealed_secret AS sealed FROM webhook_subscriptions WHERE next_secret_at IS NOT NULL
    ORDER BY id DESC LIMIT 5`,
  due: ({ after, limit, isDue }) => sql`SELECT id AS place, next_sealed_secret AS sealed FROM webhook_subscriptions
    WHERE next_secret_at IS NOT NULL AND id > ${after} AND ${isDue(sql`next_sealed_secret`)} ORDER BY id LIMIT ${limit}`,
  replace: (renewed) => sql`UPDATE webhook_subscriptions s SET next_sealed_secret = n.sealed FROM ${renewed}
    WHERE s.id = n.place AND s.next_sealed_secret = n.was`,
};

const BATCH = 500;

/** Deliveries and reads go by the time itself, so nothing waits for this. Safe to run at any time and concurrently. */
export async function promoteSecrets({ now }: { readonly now: Date }): Promise<number> {
  const own = tenantTimeOf(sql`${now}::timestamptz`, sql`s.tenant_id`, sql`s.environment`);
  const promoted = await query(
    getPool(),
    sql`WITH due AS (
        SELECT id FROM webhook_subscriptions s WHERE s.next_secret_at IS NOT NULL AND s.next_secret_at <= ${own}
        ORDER BY id LIMIT ${BATCH} FOR NO KEY UPDATE SKIP LOCKED
      )
      UPDATE webhook_subscriptions s SET sealed_secret = s.next_sealed_secret, secret_last4 = s.next_secret_last4,
        secret_since = s.next_secret_at, next_sealed_secret = NULL, next_secret_last4 = NULL, next_secret_at = NULL
      FROM due WHERE s.id = due.id RETURNING s.id`,
  );
  return promoted.length;
}

const MAX_DAYS = 30;

type Claim = IdempotencyClaim<SubscriptionWithSecret> | null;

/**
 * Replaces the signing secret at once, along with a next secret: the next attempt uses the new one, for older deliveries too.
 * The secret is shown once; a retry with the same claim rotates nothing and does not show it again.
 * Throws `subscription_not_found`, `subscription_revoked`.
 */
export async function rotateSecret(
  caller: AcquirerCaller,
  { id }: { readonly id: string },
  claim: Claim,
): Promise<SubscriptionWithSecret> {
  const { now } = caller;
  return changeSecrets(caller, { id, action: "webhook_subscription.secret_rotated", claim }, (sealed) => ({
    columns: { ...sealed, secretSince: now, ...NO_NEXT_SECRET },
    set: sql`sealed_secret = ${sealed.sealedSecret}, secret_last4 = ${sealed.secretLast4}, secret_since = ${now},
      next_sealed_secret = NULL, next_secret_last4 = NULL, next_secret_at = NULL`,
    details: {},
  }));
}

/**
 * Makes a secret that takes over at `at` by the tenant's clock, by default in a day. Until then both sign, so that receivers
 * can change over without rejecting anything. Replaces an earlier next secret that hasn't taken over yet. The secret is shown
 * once; a retry with the same claim makes nothing and does not show it again.
 * Throws `subscription_not_found`, `subscription_revoked`, `validation_error` for a time that is past or too far ahead.
 */
export async function makeNextSecret(
  caller: AcquirerCaller,
  { id, at: asked }: { readonly id: string; readonly at: Date | null },
  claim: Claim,
): Promise<SubscriptionWithSecret> {
  const at = asked ?? new Date(caller.now.getTime() + DAY_MS);
  return changeSecrets(caller, { id, action: "webhook_subscription.next_secret_made", claim }, (sealed) => {
    requireSoon(caller.now, at);
    const { sealedSecret: nextSealedSecret, secretLast4: nextSecretLast4 } = sealed;
    // A next secret that is due is the current one, whether or not it has been promoted.
    const isDue = sql`s.next_secret_at <= ${caller.now}`;
    return {
      columns: { nextSealedSecret, nextSecretLast4, nextSecretAt: at },
      set: sql`sealed_secret = CASE WHEN ${isDue} THEN s.next_sealed_secret ELSE s.sealed_secret END,
        secret_last4 = CASE WHEN ${isDue} THEN s.next_secret_last4 ELSE s.secret_last4 END,
        secret_since = CASE WHEN ${isDue} THEN s.next_secret_at ELSE s.secret_since END,
        next_sealed_secret = ${nextSealedSecret}, next_secret_last4 = ${nextSecretLast4}, next_secret_at = ${at}`,
      details: { at: at.toISOString() },
    };
  });
}

function requireSoon(now: Date, at: Date): void {
  if (at <= now) throw invalidField("at", "must not be in the past");
  if (at.getTime() > now.getTime() + MAX_DAYS * DAY_MS) {
    throw invalidField("at", `must be within ${MAX_DAYS} days`);
  }
}

interface Change {
  readonly columns: Partial<SubscriptionRow>;
  /** `columns` as SQL. Reads kept values from the row, which may be resealed meanwhile. */
  readonly set: Sql;
  readonly details: Audited["details"];
}

async function changeSecrets(
  caller: AcquirerCaller,
  { id, action, claim }: { readonly id: string; readonly action: string; readonly claim: Claim },
  changeOf: (sealed: ReturnType<typeof sealSecret>) => Change,
): Promise<SubscriptionWithSecret> {
  requirePermission(caller, "manage_webhooks");
  const secret = newSigningSecret();
  const sealed = sealSecret(secret);
  return runGuarded(async (attempt) => {
    const before = await findOwnSubscription(attempt, caller, id);
    requireNotRevoked(before);
    const { columns, set, details } = changeOf(sealed);
    const outcome = { row: { ...before, ...columns, updatedAt: caller.now }, secret };
    const { url } = before;
    const audited = { action, subject: { kind: "webhook_subscription", id }, details: { url, ...details } };
    const [written] = await query<{ isWritten: boolean }>(
      attempt.db,
      sql`WITH subscription AS (
          UPDATE webhook_subscriptions s SET ${set}, updated_at = ${caller.now}, version = s.version + 1
          WHERE s.id = ${id} AND s.version = ${before.version}
          RETURNING 1
        ),
        ${auditOf(caller, audited, "subscription")}
        ${recordAnswer(claim, outcome, caller.now, "subscription")}
        SELECT EXISTS (SELECT 1 FROM subscription) AS is_written`,
    );
    if (!written?.isWritten) return STALE;
    announce(attempt.db, `tenant:${caller.tenantId}:${caller.environment}`);
    return outcome;
  }, caller.standing);
}
