import type { PriceTerms } from "@/server/contracts/fee-of";
import { runInTransaction } from "@/server/db/guarded";
import { insertRows, type NewRow } from "@/server/db/insert-rows";
import { getPool } from "@/server/db/pool";
import { type Queryable, query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import { DAY_MS, dayOf } from "@/server/platform/clock";
import { newRecordId } from "@/server/platform/ids";
import { type DecimalAmount, formatAmount, isCurrency } from "@/server/platform/money";
import type { MerchantId } from "@/server/platform/noun-ids";
import { recordAudit } from "../audit";
import { requirePermission } from "../authority";
import type { OperatorCaller, TenantCaller } from "../caller";
import { DomainError, invalidField } from "../errors";
import { type IdempotencyClaim, storeAnswer } from "../idempotency";
import { findMerchant, lockOwnMerchant } from "../merchants";
import { requireMinor } from "../require-minor";
import { lockPrices, NEWEST_FIRST } from "./price";

type PriceRow = NewRow<"merchant_prices">;

export interface PriceInput {
  readonly currency: string;
  /** Hundredths of a percent. */
  readonly rateBps: number;
  readonly fixed: DecimalAmount | null;
  readonly effectiveOn: Date;
}

export interface MerchantPrice extends PriceTerms {
  readonly id: string;
  readonly currency: string;
  readonly effectiveOn: Date;
  readonly createdAt: Date;
  /** `replaced`: another price was set later for the same day. */
  readonly state: "upcoming" | "current" | "past" | "replaced";
}

const MAX_PRICES = 500;

/**
 * Sets what a merchant is charged in a currency from a day on, with an audit record. Moves no money: lines are charged as they
 * settle, by the price of their capture's day, so a price never starts before an existing capture. Setting the same price for
 * the same day again changes nothing.
 * Throws `not_found`, `not_permitted`, and `validation_error` for an unknown currency and for a day that is past or has
 * payments.
 */
export async function setPrice(
  caller: TenantCaller | OperatorCaller,
  { merchantId, ...price }: PriceInput & { readonly merchantId: MerchantId },
  claim: IdempotencyClaim<MerchantPrice> | null = null,
): Promise<MerchantPrice> {
  if (caller.kind !== "operator") requirePermission(caller, "manage_merchants");
  return runInTransaction(async (db) => {
    const { id, createdAt, ...terms } = await writePrice(db, caller, merchantId, price);
    const state = price.effectiveOn > dayOf(caller.now) ? "upcoming" : "current";
    const set: MerchantPrice = { id, ...terms, createdAt, state };
    await storeAnswer(db, claim, set, caller.now);
    return set;
  }, caller.standing);
}

async function writePrice(
  db: Queryable,
  caller: TenantCaller | OperatorCaller,
  merchantId: MerchantId,
  { currency, rateBps, fixed, effectiveOn }: PriceInput,
): Promise<Omit<MerchantPrice, "state">> {
  const { now } = caller;
  if (!isCurrency(currency)) throw invalidField("currency", "isn’t supported on this network");
  const fixedMinor = fixed === null ? 0n : requireMinor(fixed, currency, "fixed");
  await lockPrices(db, merchantId);
  const merchant = await lockOwnMerchant(db, caller, merchantId);
  if (effectiveOn < dayOf(now)) throw invalidField("effectiveOn", "is past: choose today or a later day");
  const [taken] = await query<{ lastAt: Date | null }>(
    db,
    sql`SELECT max(c.created_at) AS last_at FROM captures c
      WHERE c.merchant_id = ${merchant.id} AND c.currency = ${currency} AND c.id = c.transaction_id
        AND c.created_at >= ${effectiveOn}`,
  );
  if (taken?.lastAt) {
    const next = new Date(dayOf(taken.lastAt).getTime() + DAY_MS).toISOString().slice(0, 10);
    throw invalidField("effectiveOn", `already has payments in ${currency}: choose ${next} or later`);
  }
  const [before] = await query<PriceTerms & { id: string; createdAt: Date; isOfDay: boolean }>(
    db,
    sql`SELECT p.id, p.created_at, p.rate_bps, p.fixed_minor, p.effective_on = ${effectiveOn}::date AS is_of_day
      FROM merchant_prices p
      WHERE p.merchant_id = ${merchant.id} AND p.currency = ${currency} AND p.effective_on <= ${effectiveOn}::date
      ORDER BY ${NEWEST_FIRST} LIMIT 1`,
  );
  const { rateBps: rateBefore, fixedMinor: fixedBefore } = before ?? { rateBps: 0, fixedMinor: 0n };
  const set = { currency, rateBps, fixedMinor, effectiveOn };
  if (before?.isOfDay && rateBefore === rateBps && fixedBefore === fixedMinor) {
    return { id: before.id, ...set, createdAt: before.createdAt };
  }
  const row: PriceRow = {
    id: newRecordId(now),
    tenantId: merchant.tenantId,
    environment: caller.environment,
    merchantId: merchant.id,
    ...set,
    createdAt: now,
  };
  await query(db, insertRows("merchant_prices", [row], "(SELECT 1) AS price"));
  await recordAudit(db, caller, {
    action: "merchant.price_set",
    subject: { kind: "merchant", id: merchant.id },
    tenantId: merchant.tenantId,
    details: {
      name: merchant.name,
      currency,
      from: effectiveOn.toISOString().slice(0, 10),
      rateBps,
      fixed: formatAmount(fixedMinor, currency),
      rateBpsBefore: rateBefore,
      fixedBefore: formatAmount(fixedBefore, currency),
    },
  });
  return { id: row.id, ...set, createdAt: now };
}

/** By currency, latest start first, at most 500. Throws `not_found`, also for another tenant's. */
export async function readPrices(
  caller: TenantCaller | OperatorCaller,
  { merchantId }: { readonly merchantId: MerchantId },
): Promise<MerchantPrice[]> {
  const merchant = await findMerchant(getPool(), { id: merchantId, environment: caller.environment });
  if (!merchant || (caller.kind !== "operator" && merchant.tenantId !== caller.tenantId)) {
    throw new DomainError("not_found", "No such merchant.");
  }
  const today = dayOf(caller.now);
  return query<MerchantPrice>(
    getPool(),
    sql`SELECT p.id, p.currency, p.rate_bps, p.fixed_minor, p.effective_on, p.created_at,
        CASE WHEN row_number() OVER (PARTITION BY p.currency, p.effective_on ORDER BY ${NEWEST_FIRST}) > 1 THEN 'replaced'
          WHEN p.effective_on > ${today}::date THEN 'upcoming'
          WHEN row_number() OVER (PARTITION BY p.currency, p.effective_on > ${today}::date ORDER BY ${NEWEST_FIRST}) = 1
            THEN 'current'
          ELSE 'past' END AS state
      FROM merchant_prices p WHERE p.merchant_id = ${merchantId}
      ORDER BY p.currency, ${NEWEST_FIRST} LIMIT ${MAX_PRICES}`,
  );
}
