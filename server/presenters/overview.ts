import { DECLINE_REASONS, isDeclineCode } from "@/server/domain/declines";
import type { Overview } from "@/server/domain/overview";
import { presentAmount, presentDate } from "./values";

type Decision = Overview["decisions"][number];

const APPROVED = "00";

const isApproved = ({ responseCode }: Decision) => responseCode === APPROVED;

function countOf(decisions: readonly Decision[]): number {
  return decisions.reduce((sum, { count }) => sum + count, 0);
}

function amountOf(decisions: readonly Decision[]): bigint {
  return decisions.reduce((sum, { amountMinor }) => sum + amountMinor, 0n);
}

/** Null where there is nothing to be a part of. */
function rateOf(part: number, whole: number): number | null {
  return whole === 0 ? null : part / whole;
}

/** The currency most was asked for in: sums of several would say nothing. */
function mainCurrency(decisions: readonly Decision[]): string {
  const counts = new Map<string, number>();
  for (const { currency, count } of decisions) counts.set(currency, (counts.get(currency) ?? 0) + count);
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0] ?? "USD";
}

function presentDeclines(decisions: readonly Decision[]) {
  const counts = new Map<string, number>();
  for (const { responseCode, count } of decisions.filter((decision) => !isApproved(decision))) {
    counts.set(responseCode, (counts.get(responseCode) ?? 0) + count);
  }
  return [...counts]
    .sort((a, b) => b[1] - a[1])
    .map(([code, count]) => ({ code, title: isDeclineCode(code) ? DECLINE_REASONS[code].title : code, count }));
}

function presentVolume({ buckets, decisions }: Overview, currency: string) {
  const approved = decisions.filter((decision) => isApproved(decision) && decision.currency === currency);
  return buckets.map((bucket) => {
    const ofBucket = approved.filter((decision) => decision.bucket?.getTime() === bucket.getTime());
    return {
      at: presentDate(bucket),
      amount: presentAmount(amountOf(ofBucket), currency),
      count: countOf(ofBucket),
    };
  });
}

function presentNumbers(decisions: readonly Decision[], currency: string) {
  const approved = decisions.filter(isApproved);
  const all = countOf(decisions);
  return {
    volume: presentAmount(amountOf(approved.filter((decision) => decision.currency === currency)), currency),
    approved: countOf(approved),
    approvalRate: rateOf(countOf(approved), all),
    declined: all - countOf(approved),
  };
}

export function presentOverview(overview: Overview) {
  const { decisions, deliveries, attention } = overview;
  const current = decisions.filter(({ bucket }) => bucket !== null);
  const before = decisions.filter(({ bucket }) => bucket === null);
  const currency = mainCurrency(current.length > 0 ? current : decisions);
  const otherCurrencies = [...new Set(current.map((decision) => decision.currency))].filter(
    (code) => code !== currency,
  );
  return {
    currency,
    otherCurrencies,
    current: {
      ...presentNumbers(current, currency),
      webhookRate: rateOf(deliveries.current.delivered, deliveries.current.attempted),
      deliveries: deliveries.current.attempted,
    },
    before: {
      ...presentNumbers(before, currency),
      webhookRate: rateOf(deliveries.before.delivered, deliveries.before.attempted),
    },
    volume: presentVolume(overview, currency),
    declines: presentDeclines(current),
    hasAuthorizations: overview.hasAuthorizations,
    attention: {
      subscriptions: attention.subscriptions,
      reports: attention.reports.map(({ amountMinor, createdAt, ...report }) => ({
        ...report,
        amount: presentAmount(amountMinor, report.currency),
        createdAt: presentDate(createdAt),
      })),
      debts: attention.debts.map(({ carriedOutMinor, ...debt }) => ({
        ...debt,
        amount: presentAmount(carriedOutMinor, debt.currency),
      })),
    },
  };
}
