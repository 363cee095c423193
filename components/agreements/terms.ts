import type { Agreement } from "@/server/trpc/types";
import { formatMoney } from "../ui/money";

const EACH = { daily: "every day", weekly: "every week", monthly: "every month" } as const;
const PER = { daily: "a day", weekly: "a week", monthly: "a month" } as const;

type Terms = Pick<Agreement, "amount" | "currency" | "interval">;

/** How much and how often, in one sentence: `Up to $20.00 a month`. `cap` is the cap to say, null for none. */
export function sayTerms({ amount, currency, interval }: Terms, cap: number | null, locale: string): string {
  const money = (value: number) => formatMoney(value, currency, locale);
  const often = interval ? EACH[interval] : "each time";
  if (amount !== null) return `${money(amount)} ${often}`;
  if (cap === null) return interval ? `Any amount, once ${PER[interval]}` : "Any amount, as often as it asks";
  return interval ? `Up to ${money(cap)} ${PER[interval]}` : `Up to ${money(cap)} each time`;
}
