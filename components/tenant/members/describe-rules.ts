import { formatMoney } from "@/components/shared/money/money";
import type { MemberDetail } from "@/server/trpc/types";

/** A card's limits in a line: `$50.00 a payment, 3 a day`. */
export function describeRules(card: MemberDetail["cardsOf"][number], locale: string): string {
  const { currency, perTransactionLimit, dailyAmountLimit, dailyCountLimit, allowedMccs, alwaysDeclinesWith } = card;
  if (alwaysDeclinesWith !== null) return `Test card: always declines with ${alwaysDeclinesWith}`;
  const money = (amount: number) => formatMoney(amount, currency, locale);
  const rules = [
    perTransactionLimit === null ? null : `${money(perTransactionLimit)} a payment`,
    dailyAmountLimit === null ? null : `${money(dailyAmountLimit)} a day`,
    dailyCountLimit === null ? null : `${dailyCountLimit} ${dailyCountLimit === 1 ? "payment" : "payments"} a day`,
    allowedMccs.length === 0 ? null : `only ${allowedMccs.join(", ")}`,
  ].filter((rule) => rule !== null);
  return rules.length === 0 ? "No limits" : rules.join(", ");
}
