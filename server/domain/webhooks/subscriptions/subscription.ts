import { MERCHANT_EVENT_TYPES } from "@/server/contracts/event-types";
import type { NewRow } from "@/server/db/insert-rows";
import { type Queryable, query } from "@/server/db/query";
import { type Sql, sql } from "@/server/db/sql";
import { type Audited, auditPart } from "@/server/domain/audit";
import type { AcquirerCaller } from "@/server/domain/caller";
import { DomainError, invalidField } from "@/server/domain/errors";
import { isRecordId } from "@/server/platform/ids";

export type SubscriptionRow = NewRow<"webhook_subscriptions">;

/** The secret is returned only now. */
export interface SubscriptionWithSecret {
  readonly row: SubscriptionRow;
  readonly secret: string;
}

/** SQL condition; a merchant's key sees only its own. */
export function isCallersSubscription(caller: AcquirerCaller): Sql {
  const ofMerchant = caller.kind === "merchant" ? sql`AND s.merchant_id = ${caller.merchantId}` : sql``;
  return sql`s.tenant_id = ${caller.tenantId} AND s.environment = ${caller.environment}::environment ${ofMerchant}`;
}

/** Throws `validation_error` for a type that is never about a merchant. */
export function requireMerchantEvents(events: readonly string[]): void {
  const known: readonly string[] = MERCHANT_EVENT_TYPES;
  const other = events.find((type) => !known.includes(type));
  if (other !== undefined) throw invalidField("events", `can't have ${other}, which is never about a merchant`);
}

/** The request log alone has what a merchant does by its own key. */
export function isAudited(caller: AcquirerCaller): boolean {
  return caller.kind !== "merchant" || caller.key.kind === "api_key";
}

/** The record's CTE with a comma after it. */
export function auditOf(caller: AcquirerCaller, audited: Audited, guard: string): Sql {
  return isAudited(caller) ? sql`${auditPart(caller, audited, guard)},` : sql``;
}

/** Throws `subscription_not_found`. */
export async function findOwnSubscription(
  { db, isLocking }: { readonly db: Queryable; readonly isLocking: boolean },
  caller: AcquirerCaller,
  id: string,
): Promise<SubscriptionRow> {
  const lock = isLocking ? sql`FOR NO KEY UPDATE` : sql``;
  const [row] = isRecordId(id)
    ? await query<SubscriptionRow>(
        db,
        sql`SELECT * FROM webhook_subscriptions s WHERE s.id = ${id} AND ${isCallersSubscription(caller)} ${lock}`,
      )
    : [];
  if (!row) throw new DomainError("subscription_not_found", "No such webhook subscription.");
  return asAt(row, caller.now);
}

export const NO_NEXT_SECRET = { nextSealedSecret: null, nextSecretLast4: null, nextSecretAt: null } as const;

/** By the tenant's clock: a next secret that is due replaces the current one. */
export function asAt(row: SubscriptionRow, now: Date): SubscriptionRow {
  const { nextSealedSecret: sealedSecret, nextSecretLast4: secretLast4, nextSecretAt: secretSince } = row;
  if (sealedSecret === null || secretLast4 === null || secretSince === null || secretSince > now) return row;
  return { ...row, sealedSecret, secretLast4, secretSince, ...NO_NEXT_SECRET };
}

/** Throws `subscription_revoked`. */
export function requireNotRevoked({ status }: SubscriptionRow): void {
  if (status === "revoked") {
    throw new DomainError("subscription_revoked", "The webhook subscription is permanently revoked.");
  }
}

/** Throws `subscription_revoked`, `subscription_paused`. */
export function requireActive(row: SubscriptionRow): void {
  requireNotRevoked(row);
  if (row.status === "paused") {
    throw new DomainError("subscription_paused", "The webhook subscription is paused. Reactivate it first.");
  }
}
