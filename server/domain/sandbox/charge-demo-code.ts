import { getPool } from "@/server/db/pool";
import { parseRecordId, type RecordId } from "@/server/platform/ids";
import type { DecimalAmount } from "@/server/platform/money";
import { type RedemptionOutcome, readDecision, redeemPaymentCode, type StoredDecision } from "../authorizations";
import type { MerchantCaller } from "../caller";
import type { IdempotencyClaim } from "../idempotency";
import { findPaymentCode, paymentCodeNotFound } from "../payment-codes";
import { listLedgerEntries, type StoryEntry } from "../queries";
import { type DemoRequest, requireDemo } from "./find-demo";

export interface DemoPayment {
  readonly outcome: RedemptionOutcome;
  readonly decision: StoredDecision | null;
  readonly entries: readonly StoryEntry[];
}

interface DemoCharge {
  readonly merchant: MerchantCaller;
  readonly code: string;
  readonly codeId: RecordId;
}

/**
 * A code of the demo's member, at the demo's merchant. Anyone else's code is reported as unknown, so that the demo can't be
 * used to try or spend codes. Throws `not_found`, `payment_code_not_found`.
 */
export async function findDemoCharge(request: DemoRequest, code: string): Promise<DemoCharge> {
  const { member, merchant } = await requireDemo(request);
  const found = await findPaymentCode(getPool(), "test", code);
  if (found?.memberId !== member.memberId || found.origin !== "member") throw paymentCodeNotFound();
  return { merchant, code, codeId: parseRecordId(found.id) };
}

/**
 * Accounts: member (posted down, or held up), merchant (entry up for a sale). Invariant: as for `redeemPaymentCode`. A retry
 * with the same claim changes nothing; without one it finds the code used up and is declined.
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
 * Charges the code and reads the payment back.
 *
 * Accounts, invariant: as for `redeemDemoCode`. A retry finds the code used up and is declined.
 * Throws `payment_code_not_found`.
 */
export async function chargeDemoCode(charge: DemoCharge, amount: DecimalAmount): Promise<DemoPayment> {
  const outcome = await redeemDemoCode(charge, { amount, isSale: true }, null);
  if (outcome.row === null) throw paymentCodeNotFound();
  const { id } = outcome.row;
  const [decision, entries] = await Promise.all([readDecision(getPool(), id), listLedgerEntries(id)]);
  return { outcome, decision, entries };
}
