import type { CardTint } from "@/server/contracts/portal/wallet/card-tints";
import { sql } from "@/server/db/sql";
import { type Currency, type DecimalAmount, formatAmount } from "@/server/platform/money";
import type { MemberCaller } from "../caller";
import { DomainError } from "../errors";
import { requireMinor } from "../require-minor";
import { changeCard } from "./change-card";
import { type CardRow, type MemberCard, requireOpen } from "./member-card";

/**
 * From now on every payment with the card is declined (62). Codes and agreements draw on the account and continue, as do
 * existing holds. Idempotent. Throws `card_not_found`, `card_closed`, `not_permitted`.
 */
export async function freezeCard(caller: MemberCaller, input: { readonly id: string }): Promise<MemberCard> {
  return changeCard(caller, input, (card) => {
    requireOpen(card);
    if (card.memberFrozenAt) return null;
    return {
      set: sql`member_frozen_at = ${caller.now}`,
      changed: { memberFrozenAt: caller.now },
      action: "card.frozen",
    };
  });
}

/** Lifts the member's own freeze; the issuer's stays. Idempotent. Throws `card_not_found`, `card_closed`, `not_permitted`. */
export async function unfreezeCard(caller: MemberCaller, input: { readonly id: string }): Promise<MemberCard> {
  return changeCard(caller, input, (card) => {
    requireOpen(card);
    if (!card.memberFrozenAt) {
      if (card.status !== "frozen") return null;
      throw new DomainError("not_permitted", "The issuer froze this card, so only the issuer can unfreeze it.");
    }
    return { set: sql`member_frozen_at = NULL`, changed: { memberFrozenAt: null }, action: "card.unfrozen" };
  });
}

/** In the card's currency; null means no limit. */
interface CardLimits {
  readonly perTransaction: DecimalAmount | null;
  readonly dailyAmount: DecimalAmount | null;
  readonly dailyCount: number | null;
}

type Limits = Pick<CardRow, "memberPerTransactionLimitMinor" | "memberDailyAmountLimitMinor" | "memberDailyCountLimit">;

/**
 * Replaces all of the member's own limits. The issuer's limits apply as well, so these only ever lower them. Counts from the
 * next payment on, with what was used today. Throws `card_not_found`, `card_closed`, `not_permitted`, `validation_error`.
 */
export async function changeCardLimits(
  caller: MemberCaller,
  input: { readonly id: string } & CardLimits,
): Promise<MemberCard> {
  return changeCard(caller, input, (card) => {
    requireOpen(card);
    const minor = (field: "perTransaction" | "dailyAmount") => {
      const amount = input[field];
      return amount === null ? null : requireMinor(amount, card.currency, field);
    };
    const next: Limits = {
      memberPerTransactionLimitMinor: minor("perTransaction"),
      memberDailyAmountLimitMinor: minor("dailyAmount"),
      memberDailyCountLimit: input.dailyCount,
    };
    if (Object.entries(next).every(([field, value]) => card[field as keyof Limits] === value)) return null;
    return {
      set: sql`member_per_transaction_limit_minor = ${next.memberPerTransactionLimitMinor},
        member_daily_amount_limit_minor = ${next.memberDailyAmountLimitMinor},
        member_daily_count_limit = ${next.memberDailyCountLimit}`,
      changed: next,
      action: "card.limits_changed",
      details: { ...say("from", card, card.currency), ...say("to", next, card.currency) },
    };
  });
}

function say(when: "from" | "to", limits: Limits, currency: Currency) {
  const amount = (minor: bigint | null) => (minor === null ? null : formatAmount(minor, currency));
  return {
    [`${when}PerTransaction`]: amount(limits.memberPerTransactionLimitMinor),
    [`${when}DailyAmount`]: amount(limits.memberDailyAmountLimitMinor),
    [`${when}DailyCount`]: limits.memberDailyCountLimit,
  };
}

interface CardLook {
  readonly name: string | null;
  readonly tint: CardTint | null;
}

/**
 * The member's name for a card, and its tint in the wallet. No one else ever sees either: the audit record leaves out the name,
 * which is erased with the person. Throws `card_not_found`, `card_closed`, `not_permitted`.
 */
export async function nameCard(
  caller: MemberCaller,
  { id, name, tint }: CardLook & { readonly id: string },
): Promise<MemberCard> {
  return changeCard(caller, { id }, (card) => {
    requireOpen(card);
    if (card.memberName === name && card.tint === tint) return null;
    return {
      set: sql`member_name = ${name}, tint = ${tint}`,
      changed: { memberName: name, tint },
      action: "card.named",
      details: { named: name !== null, tint },
    };
  });
}
