import type { ReversalReason } from "@/server/contracts/rest/authorization-schemas";
import { runGuarded, STALE } from "@/server/db/guarded";
import type { MerchantCaller } from "@/server/domain/caller";
import type { IdempotencyClaim } from "@/server/domain/idempotency";
import { requireMinor } from "@/server/domain/require-minor";
import { newRecordId } from "@/server/platform/ids";
import { type DecimalAmount, parseCurrency } from "@/server/platform/money";
import { getTransactionOf, planRefund, type Transaction } from "../transaction";
import { writeReversal } from "./write-reversal";

export interface RefundOutcome {
  readonly refundId: string;
  readonly transaction: Transaction;
  readonly refundedMinor: bigint;
  /** What of the transaction could still be refunded. */
  readonly remainingMinor: bigint;
}

/**
 * Gives captured money back to the member, any time after the capture, in one or several parts (contract 4.5). Before
 * settlement it nets into the merchant's next batch; after it the next one pays out less, or carries a debt over.
 *
 * Accounts: member (posted up), merchant (entry down). Invariant: never more than the transaction captured, on both
 * surfaces together, because the root's version guards the plan. A retry with the same claim changes nothing.
 * Throws `transaction_not_found`, `transaction_not_refundable`, `amount_exceeds_refundable`, `validation_error` on too
 * many decimals.
 */
export async function refundTransaction(
  caller: MerchantCaller,
  input: {
    readonly transactionId: string;
    readonly amount: DecimalAmount | null;
    readonly reasonCode: ReversalReason;
  },
  claim: IdempotencyClaim<RefundOutcome> | null,
): Promise<RefundOutcome> {
  return runGuarded(async (attempt) => {
    const transaction = await getTransactionOf(attempt, caller, input.transactionId);
    const currency = parseCurrency(transaction.family.root.currency);
    const requestedMinor = input.amount === null ? null : requireMinor(input.amount, currency);
    const plan = planRefund(transaction, requestedMinor, caller.now);
    const refundId = newRecordId(caller.now);
    const { refundedMinor, remainingMinor } = plan;
    const outcome = { refundId, transaction, refundedMinor, remainingMinor };
    const isWritten = await writeReversal(attempt, {
      family: transaction.family,
      plan,
      reversalId: refundId,
      reasonCode: input.reasonCode,
      isBeforeSettlement: false,
      at: caller.now,
      outcome,
      claim,
      caller,
    });
    return isWritten ? outcome : STALE;
  });
}
