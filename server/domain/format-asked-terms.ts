import { formatTerms } from "@/server/contracts/format-terms";
import type { NewRow } from "@/server/db/insert-rows";
import { formatAmount } from "@/server/platform/money";

export type AskedTerms = Pick<
  NewRow<"recurring_agreements">,
  "currency" | "amountMinor" | "maxAmountMinor" | "interval" | "endsOn" | "chargeLimit"
>;

/** What a merchant asks a member to approve, as the member is told. */
export function formatAskedTerms({ currency, amountMinor, maxAmountMinor, endsOn, ...terms }: AskedTerms): string {
  const amountOf = (minor: bigint | null) => (minor === null ? null : formatAmount(minor, currency));
  const amounts = { amount: amountOf(amountMinor), cap: amountOf(maxAmountMinor) };
  return formatTerms(
    { ...terms, currency, ...amounts, endsOn: endsOn?.toISOString().slice(0, 10) ?? null },
    "en-US",
    "you",
  );
}
