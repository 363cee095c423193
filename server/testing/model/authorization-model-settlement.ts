import type { ModelLine } from "./authorization-model-figures";

/** A statement as the model expects it, in cents. */
export interface ExpectedBatch {
  readonly captured: number;
  readonly refunded: number;
  readonly carriedIn: number;
  readonly payout: number;
  readonly carriedOut: number;
}

interface ModelRefund {
  readonly of: ModelLine;
  readonly amount: number;
  readonly at: number;
  settledAt: number | null;
}

/** What design 6 says of settlement, of one merchant in one currency: see authorization-model.ts. */
export class SettlementModel {
  readonly captures: ModelLine[] = [];
  readonly refunds: ModelRefund[] = [];
  #debt = 0;

  /** Claims what came before this moment, with what was given back of it since; null where nothing came. */
  settle(now: number): ExpectedBatch | null {
    const captures = this.captures.filter(({ at, settledAt }) => settledAt === null && at < now);
    const refunds = this.refunds.filter(
      ({ of, at, settledAt }) => settledAt === null && (at < now || captures.includes(of)),
    );
    if (captures.length + refunds.length === 0) return null;
    const sum = (lines: readonly { readonly amount: number }[]) =>
      lines.reduce((total, line) => total + line.amount, 0);
    for (const line of [...captures, ...refunds]) line.settledAt = now;
    const carriedIn = this.#debt;
    const net = sum(captures) - sum(refunds) + carriedIn;
    this.#debt = Math.min(net, 0);
    return {
      captured: sum(captures),
      refunded: sum(refunds),
      carriedIn,
      payout: Math.max(net, 0),
      carriedOut: this.#debt,
    };
  }
}
