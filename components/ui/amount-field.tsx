"use client";

import type { ReactNode } from "react";
import { Field } from "./field";

interface AmountFieldProps {
  readonly label: string;
  readonly currency: string;
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly onBlur?: () => void;
  readonly help?: ReactNode;
  readonly error?: string | undefined;
  readonly placeholder?: string;
}

/** `12.50` or `12,50` as a number; null for what is none. Its decimals are judged by the server. */
export function readAmountText(text: string): number | null {
  const plain = text.trim().replace(",", ".");
  return /^\d{1,10}(\.\d{1,3})?$/.test(plain) && Number(plain) > 0 ? Number(plain) : null;
}

/** An amount as a person types it: the currency stands before it. */
export function AmountField({ label, currency, value, onChange, onBlur, help, error, placeholder }: AmountFieldProps) {
  return (
    <Field
      label={label}
      prefix={currency}
      inputMode="decimal"
      autoComplete="off"
      value={value}
      onChange={(event) => onChange(event.target.value)}
      {...(onBlur ? { onBlur } : {})}
      help={help}
      error={error}
      {...(placeholder ? { placeholder } : {})}
    />
  );
}
