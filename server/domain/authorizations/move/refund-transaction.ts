import type { AuthorizationStatus } from "@/server/contracts/authorization-statuses";
import type { ReversalReason } from "@/server/contracts/rest/authorization-schemas";
import type { MerchantCaller } from "@/server/domain/caller";
import type { IdempotencyClaim } from "@/server/domain/idempotency";
import { requireMinor } from "@/server/domain/require-minor";
import { newRecordId } from "@/server/platform/ids";
import { type DecimalAmount, parseCurrency } from "@/server/platform/money";
import type { Annotations } from "../authorization";
import { statusAfter } from "../current-status";
import { getTransactionOf, planRefund, type Transaction } from "../transaction";
import { requireUndo } from "./require-undo";
import { reverseFamily } from "./reverse-family";

export interface RefundOutcome {
  readonly refundId: string;
  readonly transaction: Transaction;
  readonly refundedMinor: bigint;
  readonly remainingMinor: bigint;
  readonly statusAfter: AuthorizationStatus;
}

interface RefundInput extends Annotations {
  readonly transactionId: string;
  readonly amount: DecimalAmount | null;
  readonly reasonCode: ReversalReason;
}

/**
 * Returns captured money to the member, any time after the capture, in one or several parts (contract 4.5). Before settlement
 * it nets into the merchant's next batch; afterwards the next batch pays out less, or carries a debt over.
 *
 * Accounts: member (posted up), merchant (entry down). Invariant: never more than the transaction captured, on both surfaces
 * together, because the root's version guards the plan. A retry with the same claim changes nothing.
 * Throws `transaction_not_found`, `transaction_not_refundable`, `amount_exceeds_refundable`, `validation_error` on too many
 * decimals, `insufficient_scope` and `undo_expired` for a key without the scope `refund`.
 */
export async function refundTransaction(
  caller: MerchantCaller,
  input: RefundInput,
  claim: IdempotencyClaim<RefundOutcome> | null,
): Promise<RefundOutcome> {
  const { transactionId: name } = input;
  await requireUndo(caller, { transactionId: name, isWhole: input.amount === null });
  return reverseFamily({
    caller,
    name,
    claim,
    read: async (attempt) => {
      const transaction = await getTransactionOf(attempt, caller, name);
      return { family: transaction.family, plan: () => plan(caller, transaction, input) };
    },
  });
}

function plan({ now }: MerchantCaller, transaction: Transaction, { amount, reasonCode, ...annotations }: RefundInput) {
  const currency = parseCurrency(transaction.family.root.currency);
  const requestedMinor = amount === null ? null : requireMinor(amount, currency);
  const planned = planRefund(transaction, requestedMinor, now);
  const refundId = newRecordId(now);
  const { refundedMinor, remainingMinor } = planned;
  const outcome: RefundOutcome = {
    refundId,
    transaction,
    refundedMinor,
    remainingMinor,
    statusAfter: statusAfter(transaction.family, now, planned),
  };
  return { outcome, plan: planned, reversalId: refundId, reasonCode, annotations, isBeforeSettlement: false };
}
