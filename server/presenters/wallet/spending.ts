import type { CurrencySpending, MonthSpending } from "@/server/domain/queries";
import { presentAmount } from "../shared/values";

function presentCurrency({ currency, spentMinor, heldMinor, payments, merchants }: CurrencySpending) {
  const named = merchants.reduce((sum, merchant) => sum + merchant.spentMinor, 0n);
  return {
    currency,
    spent: presentAmount(spentMinor, currency),
    held: presentAmount(heldMinor, currency),
    payments,
    merchants: merchants.map(({ merchantId, merchant, spentMinor: minor, payments: count }) => ({
      id: merchantId,
      merchant,
      spent: presentAmount(minor, currency),
      payments: count,
    })),
    others: presentAmount(spentMinor - named, currency),
  };
}

export function presentSpending({ month, currencies, isPartial }: MonthSpending) {
  return { month: month.name, isPartial, currencies: currencies.map(presentCurrency) };
}
