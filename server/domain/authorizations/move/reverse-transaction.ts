import type { Attempt } from "@/server/db/guarded";
import type { MerchantCaller } from "@/server/domain/caller";
import { DomainError } from "@/server/domain/errors";
import type { IdempotencyClaim } from "@/server/domain/idempotency";
import { findMerchant } from "@/server/domain/merchants";
import { newRecordId } from "@/server/platform/ids";
import type { Annotations } from "../authorization";
import { statusAfter } from "../current-status";
import { getTransactionOf, planRefund, type Transaction, transactionDetails } from "../transaction";
import type { RefundOutcome } from "./refund-transaction";
import { requireUndo } from "./require-undo";
import { reverseFamily } from "./reverse-family";

interface ReverseInput extends Annotations {
  readonly transactionId: string;
}

const MERCHANT_CANCEL = "RV01" as const;

/**
 * Undoes a whole transaction before it settles, as if it had never been made (contract 4.5), for merchants that have this
 * enabled. Returns what has not been refunded yet.
 *
 * Accounts: member (posted up), merchant (entry down). Invariant: the captures' own guard ensures that none has settled
 * meanwhile. A retry with the same claim changes nothing.
 * Throws `not_enabled`, `transaction_not_found`, `already_settled`, `transaction_not_refundable`, `insufficient_scope` and
 * `undo_expired` for a key without the scope `refund`.
 */
export async function reverseTransaction(
  caller: MerchantCaller,
  input: ReverseInput,
  claim: IdempotencyClaim<RefundOutcome> | null,
): Promise<RefundOutcome> {
  const { transactionId: name } = input;
  await requireUndo(caller, { transactionId: name, isWhole: true });
  return reverseFamily({
    caller,
    name,
    claim,
    read: async (attempt) => {
      await requireEnabled(attempt, caller);
      const transaction = await getTransactionOf(attempt, caller, name);
      return { family: transaction.family, plan: () => plan(caller, transaction, input) };
    },
  });
}

function plan({ now }: MerchantCaller, transaction: Transaction, annotations: Annotations) {
  if (transaction.captures.some(({ batchId }) => batchId !== null)) {
    throw new DomainError("already_settled", "The transaction has settled. Use transactions/refund instead.", {
      // The transaction's own status decides here, not its authorization's.
      details: { ...transactionDetails(transaction, now), status: "Captured", allowed: ["PendingSettlement"] },
    });
  }
  const planned = planRefund(transaction, null, now);
  const refundId = newRecordId(now);
  const outcome: RefundOutcome = {
    refundId,
    transaction,
    refundedMinor: planned.refundedMinor,
    remainingMinor: 0n,
    statusAfter: statusAfter(transaction.family, now, planned),
  };
  return {
    outcome,
    plan: planned,
    reversalId: refundId,
    reasonCode: MERCHANT_CANCEL,
    annotations,
    isBeforeSettlement: true,
  };
}

async function requireEnabled({ db }: Attempt, { merchantId: id, environment }: MerchantCaller): Promise<void> {
  const merchant = await findMerchant(db, { id, environment });
  if (!merchant?.isSameDayReversalEnabled) {
    throw new DomainError("not_enabled", "Same-day reversal isn’t enabled for this account.");
  }
}
