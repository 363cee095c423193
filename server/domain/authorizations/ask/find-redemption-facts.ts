import type { Attempt } from "@/server/db/guarded";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import type { AcquirerCaller } from "@/server/domain/caller";
import { findPaymentCode, type PaymentCodeRow } from "@/server/domain/payment-codes";
import type { Habit } from "@/server/domain/risk";
import { type Subscriber, selectSubscribers } from "@/server/domain/webhooks";
import type { MerchantId } from "@/server/platform/noun-ids";
import { overdueHoldsOf } from "./card-use";
import { type HabitFacts, selectHabit, toHabit } from "./habit";

/** What a redemption is decided on. */
export interface RedemptionFacts {
  readonly drawn: bigint;
  readonly merchant: { readonly id: MerchantId; readonly status: "active" | "suspended"; readonly mcc: string } | null;
  readonly code: PaymentCodeRow | null;
  readonly availableMinor: bigint;
  readonly overdueMinor: bigint;
  readonly habit: Habit;
  readonly subscribers: readonly Subscriber[];
}

interface FactsRow {
  readonly drawn: bigint;
  readonly merchantId: MerchantId | null;
  readonly merchantStatus: "active" | "suspended";
  readonly merchantMcc: string;
  readonly availableMinor: bigint | null;
  readonly overdueMinor: bigint;
  readonly habit: HabitFacts;
  readonly subscribers: Subscriber[];
}

/** When it must lock, the code comes before its account, as everywhere. */
export async function findRedemptionFacts(
  { db, isLocking }: Attempt,
  caller: AcquirerCaller,
  request: {
    readonly codeId: string | null;
    readonly code: string;
    readonly merchant: MerchantId;
    readonly deviceHash: string | null;
  },
): Promise<RedemptionFacts> {
  const { tenantId, environment, now } = caller;
  if (isLocking) {
    await query(
      db,
      sql`SELECT p.id FROM payment_codes p JOIN accounts a ON a.id = p.account_id WHERE p.id = ${request.codeId}
        FOR NO KEY UPDATE OF p, a`,
    );
  }
  const code = await findPaymentCode(db, environment, request.code);
  const [row] = await query<FactsRow>(
    db,
    sql`SELECT nextval('authorization_number_seq') AS drawn, m.id AS merchant_id, m.status AS merchant_status,
        m.mcc AS merchant_mcc, a.posted_minor - a.held_minor + a.credit_limit_minor AS available_minor,
        ${overdueHoldsOf(now)} AS overdue_minor, ${selectSubscribers(tenantId, environment)} AS subscribers,
        ${selectHabit({ now, merchantId: sql`m.id`, deviceHash: request.deviceHash })} AS habit
      FROM (SELECT 1) AS request
      LEFT JOIN merchants m ON m.id = ${request.merchant} AND m.tenant_id = ${tenantId}
        AND m.environment = ${environment}::environment
      LEFT JOIN accounts a ON a.id = ${code?.accountId ?? null}`,
  );
  if (!row) throw new Error("a read that always has one row had none");
  return {
    drawn: row.drawn,
    merchant: row.merchantId ? { id: row.merchantId, status: row.merchantStatus, mcc: row.merchantMcc } : null,
    code,
    availableMinor: row.availableMinor ?? 0n,
    overdueMinor: row.overdueMinor,
    habit: toHabit(row.habit),
    subscribers: row.subscribers,
  };
}
