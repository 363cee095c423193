"use client";

import type { ComponentProps } from "react";
import { Field } from "@/components/ui/forms/field";
import { decimalsOf } from "@/server/contracts/currencies";
import { foldNumber } from "@/server/contracts/text/digits";
import { isAmbiguousAmount } from "./read-amount";

/** The contracts' message for any invalid amount. */
const NO_AMOUNT = "Enter an amount, like 12.50.";

type AmountFieldProps = ComponentProps<typeof Field> & { readonly currency: string };

export function AmountField({ currency, error, ...field }: AmountFieldProps) {
  const typed = String(field.value ?? field.defaultValue ?? "");
  const isAmbiguous = error === NO_AMOUNT && isAmbiguousAmount(typed, currency);
  const reason = isAmbiguous ? ambiguous(typed) : `Enter an amount, like ${exampleIn(currency)}.`;
  return (
    <Field
      {...field}
      error={error === NO_AMOUNT ? reason : error}
      prefix={currency}
      inputMode="decimal"
      autoComplete="off"
    />
  );
}

function ambiguous(typed: string): string {
  const text = foldNumber(typed);
  return `${text} can mean ${text.replace(",", ".")} or ${text.replace(",", "")}. Write one of these.`;
}

function exampleIn(currency: string): string {
  const decimals = /^[A-Z]{3}$/.test(currency) ? decimalsOf(currency) : 2;
  return decimals === 0 ? "1250" : (12.5).toFixed(decimals);
}
