"use client";

import type { ComponentProps } from "react";
import { Field } from "@/components/ui/forms/field";
import { decimalsOf } from "@/server/contracts/currencies";

/** As contracts say it of whatever is no amount. */
const NO_AMOUNT = "Enter an amount, like 12.50.";

type AmountFieldProps = ComponentProps<typeof Field> & { readonly currency: string };

/** An amount as a person types it: the currency stands before it. */
export function AmountField({ currency, error, ...field }: AmountFieldProps) {
  const example = error === NO_AMOUNT ? `Enter an amount, like ${exampleIn(currency)}.` : error;
  return <Field {...field} error={example} prefix={currency} inputMode="decimal" autoComplete="off" />;
}

function exampleIn(currency: string): string {
  const decimals = /^[A-Z]{3}$/.test(currency) ? decimalsOf(currency) : 2;
  return decimals === 0 ? "1250" : (12.5).toFixed(decimals);
}
