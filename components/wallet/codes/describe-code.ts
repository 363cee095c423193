import { formatMoney } from "@/components/shared/money/money";
import { capitalized } from "@/server/contracts/text/capitalized";
import type { Code } from "@/server/trpc/types";

const EVERY = { daily: "once a day", weekly: "once a week", monthly: "once a month" } as const;

type Described = Pick<Code, "maxAmount" | "currency" | "isRecurring" | "interval" | "merchant">;

export function describeCode({ maxAmount, currency, isRecurring, interval, merchant }: Described, locale: string) {
  const often = isRecurring ? (interval ? EVERY[interval] : "any number of payments") : "one payment";
  const cap = maxAmount === null ? "no limit" : `up to ${formatMoney(maxAmount, currency, locale)}`;
  const where = merchant ? `, only at ${merchant}` : "";
  const text = `${often}, ${cap}${where}`;
  return capitalized(text);
}
