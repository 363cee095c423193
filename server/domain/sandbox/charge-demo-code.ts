import { getPool } from "@/server/db/pool";
import { parseRecordId, type RecordId } from "@/server/platform/ids";
import type { DecimalAmount } from "@/server/platform/money";
import { type RedemptionOutcome, readDecision, redeemPaymentCode, type StoredDecision } from "../authorizations";
import type { MerchantCaller } from "../caller";
import type { IdempotencyClaim } from "../idempotency";
import { findPaymentCode, paymentCodeNotFound } from "../payment-codes";
import { listLedgerEntries, type StoryEntry } from "../queries";
import { type DemoRequest, requireDemo } from "./find-demo";

/** A payment of the demo as its three sides see it, and what it wrote into the books. */
export interface DemoPayment {
  readonly outcome: RedemptionOutcome;
  readonly decision: StoredDecision | null;
  readonly entries: readonly StoryEntry[];
}

/** A code that the demo's till takes. */
interface DemoCharge {
  readonly merchant: MerchantCaller;
  readonly code: string;
  readonly codeId: RecordId;
}

/**
 * A code of the demo's member, at the demo's merchant. A code of anyone else is as unknown as one that isn't there, so
 * that the demo can be used neither to try codes nor to spend them. Throws `not_found`, `payment_code_not_found`.
 */
export async function findDemoCharge(request: DemoRequest, code: string): Promise<DemoCharge> {
  const { member, merchant } = await requireDemo(request);
  const found = await findPaymentCode(getPool(), "test", code);
  if (found?.memberId !== member.memberId || found.origin !== "member") throw paymentCodeNotFound();
  return { merchant, code, codeId: parseRecordId(found.id) };
}

/**
 * Charges the code, or holds the amount.
 *
 * Accounts: member (posted down, or held up), merchant (entry up for a sale). Invariant: those of `redeemPaymentCode`. A
 * retry with the same claim changes nothing; without one it finds the code used up and is declined.
 * Throws `payment_code_not_found`.
 */
export async function redeemDemoCode(
  { merchant, code }: DemoCharge,
  { amount, isSale }: { readonly amount: DecimalAmount; readonly isSale: boolean },
  claim: IdempotencyClaim<RedemptionOutcome> | null,
): Promise<RedemptionOutcome> {
  const ask = {
    code,
    pin: null,
    amount,
    merchant: null,
    currency: null,
    deviceFingerprint: null,
    metadata: null,
    merchantReference: null,
    isSale,
    isRecurring: false,
  };
  const outcome = await redeemPaymentCode(merchant, ask, claim);
  if (outcome.row === null) throw paymentCodeNotFound();
  return outcome;
}

/**
 * Charges the code, and reads back this one payment.
 *
 * Accounts, invariant: those of `redeemDemoCode`. A retry finds the code used up and is declined.
 * Throws `payment_code_not_found`.
 */
export async function chargeDemoCode(charge: DemoCharge, amount: DecimalAmount): Promise<DemoPayment> {
  const outcome = await redeemDemoCode(charge, { amount, isSale: true }, null);
  if (outcome.row === null) throw paymentCodeNotFound();
  const { id } = outcome.row;
  const [decision, entries] = await Promise.all([readDecision(getPool(), id), listLedgerEntries(id)]);
  return { outcome, decision, entries };
}
