import type { Rescue } from "@/server/domain/stories";
import { presentAccount } from "../shared/accounts";
import { presentMemberDecline } from "../shared/declines";
import { presentAmount } from "../shared/values";

/** A declined payment that the member can let through: what they would allow is all here, and nothing else. */
export function presentRescue({ declined, merchantName, until, allowed, isEnded, isFrozen, accounts }: Rescue) {
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
    state: stateOf(allowed, { isEnded, isUnfrozen: declined.responseCode === "62" && cardId !== null && !isFrozen }),
    allowedFrom: allowed?.accountId ?? null,
    /** The payment that was made so. */
    paidBy: allowed?.usedById ?? null,
  };
}

function stateOf(
  allowed: Rescue["allowed"],
  { isEnded, isUnfrozen }: { readonly isEnded: boolean; readonly isUnfrozen: boolean },
) {
  if (allowed?.usedById == null && isUnfrozen) return "unfrozen" as const;
  if (allowed === null) return "open" as const;
  if (allowed.usedById !== null) return "paid" as const;
  return isEnded ? ("ended" as const) : ("allowed" as const);
}
