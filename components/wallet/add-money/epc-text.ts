import type { WayIn } from "@/server/trpc/types";

/**
 * What a bank’s app reads from the QR code: EPC069-12, version 2. `amount` with a point and at most two decimals; null: the
 * payer types it. Null for what the code can’t say: it is for euros to an IBAN.
 */
export function epcText({ currency, reference, bank }: Omit<WayIn, "id">, amount: number | null): string | null {
  if (currency !== "EUR" || !bank || !/^[A-Z]{2}\d{2}[0-9A-Z]{11,30}$/.test(bank.accountNumber)) return null;
  const bic = bank.bankCode && /^[A-Z]{6}[0-9A-Z]{2}([0-9A-Z]{3})?$/.test(bank.bankCode) ? bank.bankCode : "";
  const money = amount === null ? "" : `EUR${amount.toFixed(2)}`;
  return ["BCD", "002", "1", "SCT", bic, bank.holder.slice(0, 70), bank.accountNumber, money, "", reference].join("\n");
}
