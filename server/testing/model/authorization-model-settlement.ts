import type { ModelLine } from "./authorization-model-figures";

export interface ExpectedBatch {
  readonly captured: number;
  readonly refunded: number;
  readonly fee: number;
  readonly carriedIn: number;
  readonly payout: number;
  readonly carriedOut: number;
}

interface ModelRefund {
  readonly of: ModelLine;
  readonly amount: number;
  readonly at: number;
  settledAt: number | null;
  fee: number;
}

export interface ModelPrice {
  readonly rateBps: number;
  readonly fixed: number;
}

const DAY_MS = 86_400_000;

function returnedOf({ of, amount }: ModelRefund): number {
  return Math.floor((of.fee * amount) / of.amount);
}

/** Settlement as described in design 6, for one merchant and currency; see authorization-model.ts. */
export class SettlementModel {
  readonly captures: ModelLine[] = [];
  readonly refunds: ModelRefund[] = [];
  readonly prices: (ModelPrice & { readonly fromDay: number })[] = [];
  isFeeReturned = false;
  #debt = 0;

  /** Claims everything before this moment, with refunds of it since; null if there is nothing. */
  settle(now: number): ExpectedBatch | null {
    const captures = this.captures.filter(({ at, settledAt }) => settledAt === null && at < now);
    const refunds = this.refunds.filter(
      ({ of, at, settledAt }) => settledAt === null && (at < now || captures.includes(of)),
    );
    if (captures.length + refunds.length === 0) return null;
    const sum = (lines: readonly { readonly amount: number }[]) =>
      lines.reduce((total, line) => total + line.amount, 0);
    for (const line of [...captures, ...refunds]) line.settledAt = now;
    for (const line of captures) line.fee = this.#charge(line);
    for (const refund of refunds) refund.fee = this.isFeeReturned ? returnedOf(refund) : 0;
    const feeOf = (lines: readonly { readonly fee: number }[]) => lines.reduce((total, line) => total + line.fee, 0);
    const fee = feeOf(captures) - feeOf(refunds);
    const carriedIn = this.#debt;
    const net = sum(captures) - sum(refunds) - fee + carriedIn;
    this.#debt = Math.min(net, 0);
    return {
      captured: sum(captures),
      refunded: sum(refunds),
      fee,
      carriedIn,
      payout: Math.max(net, 0),
      carriedOut: this.#debt,
    };
  }

  /** By the price of its day, rounded half up, and at most the amount. */
  #charge({ amount, at, isFirst }: ModelLine): number {
    const begun = this.prices.filter(({ fromDay }) => fromDay <= Math.floor(at / DAY_MS));
    const last = Math.max(...begun.map(({ fromDay }) => fromDay));
    const price = begun.findLast(({ fromDay }) => fromDay === last);
    if (!price) return 0;
    return Math.min(amount, Math.round((amount * price.rateBps) / 10_000) + (isFirst ? price.fixed : 0));
  }
}
