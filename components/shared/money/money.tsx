"use client";

import { useLocale } from "@/components/ui/values/locale";
import { formatMoney } from "@/server/contracts/format-money";

export { formatMoney };

export function Money({ amount, currency }: { readonly amount: number; readonly currency: string }) {
  return (
    <span translate="no" className="whitespace-nowrap tabular-nums">
      {formatMoney(amount, currency, useLocale())}
    </span>
  );
}
