import { DEFAULT_CURRENCY } from "@/server/contracts/currencies";
import { DECLINE_REASONS, isDeclineCode } from "@/server/domain/declines";
import type { CountedPeriod } from "@/server/domain/queries";
import { presentAmount, presentDate } from "./values";

type Decision = CountedPeriod["decisions"][number];

const APPROVED = "00";

const isApproved = ({ responseCode }: Decision) => responseCode === APPROVED;

function countOf(decisions: readonly Decision[]): number {
  return decisions.reduce((sum, { count }) => sum + count, 0);
}

function amountOf(decisions: readonly Decision[]): bigint {
  return decisions.reduce((sum, { amountMinor }) => sum + amountMinor, 0n);
}

function rateOf(part: number, whole: number): number | null {
  return whole === 0 ? null : part / whole;
}

function mainCurrency(decisions: readonly Decision[]): string {
  const counts = new Map<string, number>();
  for (const { currency, count } of decisions) counts.set(currency, (counts.get(currency) ?? 0) + count);
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0] ?? DEFAULT_CURRENCY;
}

function isIn(bucket: Date) {
  return (counted: { readonly bucket: Date }) => counted.bucket.getTime() === bucket.getTime();
}

function presentDeclines({ buckets }: CountedPeriod, decisions: readonly Decision[]) {
  const byCode = new Map<string, Decision[]>();
  for (const decision of decisions.filter((one) => !isApproved(one))) {
    const { responseCode } = decision;
    byCode.set(responseCode, [...(byCode.get(responseCode) ?? []), decision]);
  }
  return [...byCode]
    .map(([code, ofCode]) => ({
      code,
      title: isDeclineCode(code) ? DECLINE_REASONS[code].title : code,
      count: countOf(ofCode),
      overTime: buckets.map((bucket) => countOf(ofCode.filter(isIn(bucket)))),
    }))
    .sort((a, b) => b.count - a.count);
}

/** Each bucket of the period next to the same one of the period before. Rates are null for empty buckets. */
function presentOverTime({ buckets, beforeBuckets, decisions, attempts }: CountedPeriod, currency: string) {
  const numbersIn = (bucket: Date) => ({
    ...presentNumbers(decisions.filter(isIn(bucket)), currency),
    ...presentAttempts(attempts.filter(isIn(bucket))),
  });
  return buckets.map((bucket, i) => ({
    at: presentDate(bucket),
    ...numbersIn(bucket),
    before: numbersIn(beforeBuckets[i] ?? bucket),
  }));
}

/** Approved volume by currency, main currency first. A sum over currencies would be meaningless. */
function presentVolumes(current: readonly Decision[], before: readonly Decision[], main: string) {
  const others = current.map(({ currency }) => currency).filter((currency) => currency !== main);
  return [main, ...[...new Set(others)].sort()].map((currency) => ({
    currency,
    volume: presentNumbers(current, currency).volume,
    before: presentNumbers(before, currency).volume,
  }));
}

function presentAttempts(counts: CountedPeriod["attempts"]) {
  const attempts = counts.reduce((sum, one) => sum + one.attempts, 0);
  const arrived = counts.reduce((sum, one) => sum + one.arrived, 0);
  return { attempts, arrived, webhookRate: rateOf(arrived, attempts) };
}

function presentNumbers(decisions: readonly Decision[], currency: string) {
  const approved = decisions.filter(isApproved);
  const all = countOf(decisions);
  const volumeIn = (code: string) =>
    presentAmount(amountOf(approved.filter((decision) => decision.currency === code)), code);
  return {
    volume: volumeIn(currency),
    volumes: Object.fromEntries(
      [...new Set(approved.map((one) => one.currency))].map((code) => [code, volumeIn(code)]),
    ),
    approved: countOf(approved),
    approvalRate: rateOf(countOf(approved), all),
    declined: all - countOf(approved),
  };
}

export function presentFigures(counted: CountedPeriod) {
  const { decisions, attempts } = counted;
  const start = counted.buckets[0]?.getTime() ?? 0;
  const isCurrent = ({ bucket }: { readonly bucket: Date }) => bucket.getTime() >= start;
  const isBefore = ({ bucket }: { readonly bucket: Date }) => bucket.getTime() < start;
  const current = decisions.filter(isCurrent);
  const before = decisions.filter(isBefore);
  const currency = mainCurrency(current.length > 0 ? current : decisions);
  return {
    currency,
    volumes: presentVolumes(current, before, currency),
    current: { ...presentNumbers(current, currency), ...presentAttempts(attempts.filter(isCurrent)) },
    before: { ...presentNumbers(before, currency), ...presentAttempts(attempts.filter(isBefore)) },
    overTime: presentOverTime(counted, currency),
    declines: presentDeclines(counted, current),
  };
}
