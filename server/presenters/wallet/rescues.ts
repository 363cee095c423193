import type { Rescue } from "@/server/domain/queries";
import { presentAccount } from "../shared/accounts";
import { presentMemberDecline } from "../shared/declines";
import { presentAmount } from "../shared/values";

/** A declined payment that the member can let through: what they would allow is all here, and nothing else. */
export function presentRescue(rescue: Rescue) {
  const { declined, merchantName, until, allowed, paidById, isFrozen, accounts } = rescue;
  const { id, currency, cardId, paymentCodeId } = declined;
  const decline = presentMemberDecline({ ...declined, decision: null }, cardId ? "card" : "code");
  const choices = accounts.map((account) => ({
    ...presentAccount(account),
    /** Enough for this payment. */
    isEnough: account.postedMinor - account.heldMinor + account.creditLimitMinor >= declined.amountMinor,
  }));
  const enough = choices.filter(({ isEnough }) => isEnough);
  const account = enough.find((choice) => choice.id === declined.accountId) ?? enough[0] ?? null;
  return {
    id,
    /** As it is registered: what a request calls it is not what the member allows. */
    merchant: merchantName,
    amount: presentAmount(declined.amountMinor, currency),
    currency,
    declinedAt: declined.createdAt.toISOString(),
    until: until.toISOString(),
    title: decline?.title ?? "Declined",
    cardId,
    paymentCodeId,
    isFrozen,
    /** Where the payment was to come from. */
    declinedFrom: declined.accountId,
    accounts: choices,
    /** Pays unless the member chooses another; null: none has enough. */
    account: account?.id ?? null,
    state: stateOf(rescue),
    allowedFrom: allowed?.accountId ?? null,
    /** The payment that was made so, or by another try of the same order. */
    paidBy: allowed?.usedById ?? paidById,
    /** It was another try that was let through. */
    isPaidByAnother: allowed === null && paidById !== null,
  };
}

function stateOf({ declined, allowed, paidById, isEnded, isFrozen }: Rescue) {
  if (allowed ? allowed.usedById !== null : paidById !== null) return "paid" as const;
  if (declined.responseCode === "62" && declined.cardId !== null && !isFrozen) return "unfrozen" as const;
  if (allowed === null) return "open" as const;
  return isEnded ? ("ended" as const) : ("allowed" as const);
}
