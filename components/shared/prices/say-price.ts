import { formatMoney } from "@/server/contracts/format-money";

interface Price {
  readonly rate: number;
  readonly fixed: number;
  readonly currency: string;
}

/** `1.4% + €0.10`, of each payment. */
export function sayPrice({ rate, fixed, currency }: Price, locale: string): string {
  const percent = new Intl.NumberFormat(locale, { style: "percent", maximumFractionDigits: 2 }).format(rate / 100);
  if (fixed === 0) return rate === 0 ? "No fee" : percent;
  const money = formatMoney(fixed, currency, locale);
  return rate === 0 ? money : `${percent} + ${money}`;
}
