import type { AgreementTerms } from "./agreement-terms";
import { formatMoney } from "./format-money";
import { capitalized } from "./text/capitalized";

type Setter = "you" | "the member";

const EVERY = { daily: "every day", weekly: "every week", monthly: "every month" } as const;
const AT_MOST = {
  daily: "at most once a day",
  weekly: "at most once a week",
  monthly: "at most once a month",
} as const;

/**
 * One sentence with everything that binds a merchant: usual amount, cap, interval, count, and end. It says exactly what is
 * enforced (`decide-charge.ts`); a usual amount above the cap is left out, since no charge can reach it. For a pending request,
 * `setter` is who will set what the merchant left open; without it, open terms stay open.
 */
export function formatTerms(terms: AgreementTerms, locale: string, setter?: Setter): string {
  const parts = [...formatAmounts(terms, locale, setter), formatCount(terms), formatEnd(terms, locale)];
  return parts.filter((part) => part !== null).join(", ");
}

function formatAmounts(terms: AgreementTerms, locale: string, setter: Setter | undefined): readonly string[] {
  const { amount, currency, interval } = terms;
  const cap = terms.cap ?? amount;
  const often = interval ? AT_MOST[interval] : formatOpenInterval(setter);
  if (cap === null) return [formatOpenCap(setter), often];
  const atMost = `up to ${formatMoney(cap, currency, locale)} a charge`;
  if (amount === null || amount > cap) return [capitalized(atMost), often];
  const usual = formatMoney(amount, currency, locale);
  return interval ? [`${usual} ${EVERY[interval]}`, atMost] : [`${usual} each time`, atMost, often];
}

function formatOpenCap(setter: Setter | undefined): string {
  if (!setter) return "Any amount";
  return setter === "you" ? "Up to a limit you set" : "Up to a limit the member sets";
}

function formatOpenInterval(setter: Setter | undefined): string {
  if (!setter) return "as often as the merchant asks";
  return setter === "you" ? "as often as you allow" : "as often as the member allows";
}

function formatCount({ chargeLimit }: AgreementTerms): string | null {
  if (chargeLimit === null) return null;
  return chargeLimit === 1 ? "one charge only" : `no more than ${chargeLimit} charges`;
}

function formatEnd({ endsOn }: AgreementTerms, locale: string): string {
  if (endsOn === null) return "no end date";
  return `until ${new Intl.DateTimeFormat(locale, { dateStyle: "long", timeZone: "UTC" }).format(new Date(endsOn))}`;
}
