"use client";

import { useLocale } from "./locale";

/** `1234.5` USD as the locale writes it, with a true minus. */
export function formatMoney(amount: number, currency: string, locale: string): string {
  return new Intl.NumberFormat(locale, { style: "currency", currency }).format(amount).replace("-", "−");
}

/** An amount by its currency: tabular, never wrapped. */
export function Money({ amount, currency }: { readonly amount: number; readonly currency: string }) {
  return <span className="whitespace-nowrap tabular-nums">{formatMoney(amount, currency, useLocale())}</span>;
}
