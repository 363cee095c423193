"use client";

import type { ComponentProps } from "react";
import { Field } from "./field";

/** `12.50` or `12,50` as a number; null for what is none. Its decimals are judged by the server. */
export function readAmountText(text: string): number | null {
  const plain = text.trim().replace(",", ".");
  return /^\d{1,10}(\.\d{1,3})?$/.test(plain) && Number(plain) > 0 ? Number(plain) : null;
}

/** The same for a contract: undefined where nothing was typed, and what is no amount is refused by it. */
export function amountInput(text: string): number | undefined {
  return text.trim() === "" ? undefined : (readAmountText(text) ?? Number.NaN);
}

/** An amount as a person types it: the currency stands before it. */
export function AmountField({ currency, ...field }: ComponentProps<typeof Field> & { readonly currency: string }) {
  return <Field {...field} prefix={currency} inputMode="decimal" autoComplete="off" />;
}
