import { type Currency, type DecimalAmount, toMinor } from "@/server/platform/money";
import { DomainError } from "../errors";

/** An amount a caller sent, in the currency of what it is about. Throws `validation_error` on too many decimals. */
export function requireMinor(amount: DecimalAmount, currency: Currency): bigint {
  const minor = toMinor(amount, currency);
  if (minor === null) {
    const message = `must have no more decimals than ${currency} has`;
    throw new DomainError("validation_error", `amount ${message}.`, {
      field: "amount",
      details: { issues: [{ field: "amount", message }] },
    });
  }
  return minor;
}
