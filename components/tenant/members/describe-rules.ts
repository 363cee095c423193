import { formatMoney } from "@/components/shared/money/money";
import type { MemberDetail } from "@/server/trpc/types";

/** A card's limits in a line: `$50.00 a payment, 3 a day`. */
export function describeRules(card: MemberDetail["cardsOf"][number], locale: string): string {
  const { currency, perTransactionLimit, dailyAmountLimit, dailyCountLimit, allowedCategories, alwaysDeclinesWith } =
    card;
  if (alwaysDeclinesWith !== null) return `Test card: always declines with ${alwaysDeclinesWith}`;
  const money = (amount: number) => formatMoney(amount, currency, locale);
  const rules = [
    perTransactionLimit === null ? null : `${money(perTransactionLimit)} a payment`,
    dailyAmountLimit === null ? null : `${money(dailyAmountLimit)} a day`,
    dailyCountLimit === null
      ? null
      : `${dailyCountLimit.toLocaleString(locale)} ${dailyCountLimit === 1 ? "payment" : "payments"} a day`,
    allowedCategories.length === 0 ? null : `only ${allowedCategories.join(", ")}`,
  ].filter((rule) => rule !== null);
  const limits = rules.length === 0 ? "No limits" : rules.join(", ");
  return card.status === "frozen" && card.frozenBy === "member" ? `${limits} · frozen by the member` : limits;
}
