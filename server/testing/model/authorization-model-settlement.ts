import type { ModelFamily, ModelLine } from "./authorization-model-figures";

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
  isFeeReturned: boolean;
}

export interface ModelPrice {
  readonly rateBps: number;
  readonly fixed: number;
}

const DAY_MS = 86_400_000;

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
    const families = new Set([...captures, ...refunds.map(({ of }) => of)].map(({ from }) => from.family));
    const costs = () => [...families].reduce((total, family) => total + (family ? this.#costOf(family) : 0), 0);
    const before = costs();
    for (const line of [...captures, ...refunds]) line.settledAt = now;
    for (const refund of refunds) refund.isFeeReturned = this.isFeeReturned;
    const fee = costs() - before;
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

  /** What of a payment has settled costs, less the part of what was refunded: each capture by its day's rate, one fixed amount. */
  #costOf({ lines }: ModelFamily): number {
    const settled = lines.filter(({ settledAt }) => settledAt !== null);
    const captured = settled.reduce((sum, { amount }) => sum + amount, 0);
    if (captured === 0) return 0;
    const share = settled.reduce((sum, { amount, at }) => sum + amount * (this.#priceAt(at)?.rateBps ?? 0), 0);
    const fixed = this.#priceAt(lines[0]?.at ?? 0)?.fixed ?? 0;
    const fee = Math.min(captured, Math.floor((share + 5_000) / 10_000) + fixed);
    const refunded = this.refunds
      .filter(({ of, settledAt, isFeeReturned }) => lines.includes(of) && settledAt !== null && isFeeReturned)
      .reduce((sum, { amount }) => sum + amount, 0);
    return fee - Math.floor((fee * refunded) / captured);
  }

  #priceAt(at: number): ModelPrice | undefined {
    const begun = this.prices.filter(({ fromDay }) => fromDay <= Math.floor(at / DAY_MS));
    const last = Math.max(...begun.map(({ fromDay }) => fromDay));
    return begun.findLast(({ fromDay }) => fromDay === last);
  }
}
