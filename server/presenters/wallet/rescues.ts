import type { Rescue } from "@/server/domain/queries";
import { presentAccount } from "../shared/accounts";
import { presentMemberDecline } from "../shared/declines";
import { presentAmount } from "../shared/values";

/** Contains everything that the member would allow, and nothing else. */
export function presentRescue(rescue: Rescue) {
  const { declined, merchantName, until, allowed, paidById, isFrozen, accounts } = rescue;
  const { id, currency, cardId, paymentCodeId } = declined;
  const decline = presentMemberDecline({ ...declined, decision: null }, cardId ? "card" : "code");
  const choices = accounts.map((account) => ({
    ...presentAccount(account),
    isEnough: account.postedMinor - account.heldMinor + account.creditLimitMinor >= declined.amountMinor,
  }));
  const enough = choices.filter(({ isEnough }) => isEnough);
  const account = enough.find((choice) => choice.id === declined.accountId) ?? enough[0] ?? null;
  return {
    id,
    /** The registered name, not the one in the request: the member must know whom they allow. */
    merchant: merchantName,
    amount: presentAmount(declined.amountMinor, currency),
    currency,
    declinedAt: declined.createdAt.toISOString(),
    until: until.toISOString(),
    title: decline?.title ?? "Declined",
    cardId,
    paymentCodeId,
    isFrozen,
    declinedFrom: declined.accountId,
    accounts: choices,
    /** The default choice; null if no account has enough. */
    account: account?.id ?? null,
    state: stateOf(rescue),
    allowedFrom: allowed?.accountId ?? null,
    /** The payment made with this rescue, or by another attempt at the same order. */
    paidBy: allowed?.usedById ?? paidById,
    isPaidByAnother: allowed === null && paidById !== null,
  };
}

function stateOf({ declined, allowed, paidById, isEnded, isFrozen }: Rescue) {
  if (allowed ? allowed.usedById !== null : paidById !== null) return "paid" as const;
  if (declined.responseCode === "62" && declined.cardId !== null && !isFrozen) return "unfrozen" as const;
  if (allowed === null) return "open" as const;
  return isEnded ? ("ended" as const) : ("allowed" as const);
}
