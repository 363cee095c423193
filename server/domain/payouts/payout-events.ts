import { type Queryable, query } from "@/server/db/query";
import { type Sql, sql } from "@/server/db/sql";
import type { MemberId } from "@/server/platform/noun-ids";
import type { NewEvent } from "../webhooks";
import type { PayoutRow } from "./payout";

export interface ToldPayout extends PayoutRow {
  /** Of a merchant's. */
  readonly settledDay: Date | null;
  /** Of a member's. */
  readonly memberId: MemberId | null;
}

/** Payouts with what their events say, in the order of their ids. */
export function readPayouts(db: Queryable, which: Sql, lock = sql``): Promise<ToldPayout[]> {
  return query<ToldPayout>(
    db,
    sql`SELECT o.*, b.settled_day, a.member_id FROM payouts o LEFT JOIN settlement_batches b ON b.id = o.batch_id
        LEFT JOIN accounts a ON a.id = o.account_id
      WHERE ${which} ORDER BY o.id ${lock}`,
  );
}

/** The same, locked until the transaction ends. */
export function lockPayouts(db: Queryable, which: Sql): Promise<ToldPayout[]> {
  return readPayouts(db, which, sql`FOR UPDATE OF o`);
}

type Step = "created" | "sent" | "paid" | "returned" | "failed";

/** `payout.…` of a merchant's, `member_payout.…` of a member's. */
export function payoutEvent(payout: ToldPayout, step: Step, at: Date): NewEvent {
  const { id, tenantId, environment, merchantId, accountId, memberId, batchId, settledDay, currency } = payout;
  const common = { tenantId, environment, sequence: 1, at, source: id };
  const shared = { recordId: id, currency, amountMinor: payout.amountMinor.toString() };
  const given = step === "returned" || step === "failed" ? { reason: payout.returnReason } : {};
  if (merchantId !== null && batchId !== null && settledDay !== null) {
    const day = settledDay.toISOString().slice(0, 10);
    const facts = { ...shared, merchant: merchantId, batchId, day, ...given };
    return { ...common, type: `payout.${step}`, facts } as NewEvent;
  }
  if (accountId === null || memberId === null) throw new Error("a payout is of a batch or of an account");
  const feeMinor = payout.feeMinor.toString();
  const facts = { ...shared, merchant: null, member: memberId, account: accountId, feeMinor, ...given };
  return { ...common, type: `member_payout.${step}`, facts } as NewEvent;
}
