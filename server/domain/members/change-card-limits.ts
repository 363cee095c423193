import { sql } from "@/server/db/sql";
import { type Currency, type DecimalAmount, formatAmount } from "@/server/platform/money";
import type { MemberCaller } from "../caller";
import { requireMinor } from "../require-minor";
import { changeCard } from "./change-card";
import { type CardRow, type MemberCard, requireOpen } from "./member-card";

/** In the card's currency; null: none. */
interface CardLimits {
  readonly perTransaction: DecimalAmount | null;
  readonly dailyAmount: DecimalAmount | null;
  readonly dailyCount: number | null;
}

type Limits = Pick<CardRow, "memberPerTransactionLimitMinor" | "memberDailyAmountLimitMinor" | "memberDailyCountLimit">;

/**
 * Sets all of the member's limits of a card, or clears them. They stand beside the issuer's, and the lower one counts:
 * none of them lets more through than the issuer does. Counts from the next payment on; what today has used is used.
 * Throws `card_not_found`, `card_closed`, `not_permitted`, `validation_error`.
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
