import { formatMoney } from "@/components/shared/money/money";

export interface Limited {
  readonly currency: string;
  readonly perTransactionLimit: number | null;
  readonly dailyAmountLimit: number | null;
  readonly dailyCountLimit: number | null;
}

/** A card's limits in one line: `$50.00 a payment, 3 payments a day`. `others` are appended. */
export function formatLimits(card: Limited, locale: string, others: readonly string[] = []): string {
  const { currency, perTransactionLimit, dailyAmountLimit, dailyCountLimit } = card;
  const money = (amount: number) => formatMoney(amount, currency, locale);
  const limits = [
    perTransactionLimit === null ? null : `${money(perTransactionLimit)} a payment`,
    dailyAmountLimit === null ? null : `${money(dailyAmountLimit)} a day`,
    dailyCountLimit === null
      ? null
      : `${dailyCountLimit.toLocaleString(locale)} ${dailyCountLimit === 1 ? "payment" : "payments"} a day`,
    ...others,
  ].filter((limit) => limit !== null);
  return limits.length === 0 ? "No limits" : limits.join(", ");
}
