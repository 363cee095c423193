import { type Currency, type DecimalAmount, toMinor } from "@/server/platform/money";
import { invalidField } from "./errors";

/** Throws `validation_error` on too many decimals. */
export function requireMinor(amount: DecimalAmount, currency: Currency, field = "amount"): bigint {
  const minor = toMinor(amount, currency);
  if (minor === null) throw invalidField(field, `has more decimals than ${currency} allows`);
  return minor;
}
