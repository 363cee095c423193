import type { ModelLine } from "./authorization-model-figures";

/** A statement as the model expects it, in cents. */
export interface ExpectedBatch {
  readonly captured: number;
  readonly refunded: number;
  readonly carriedIn: number;
  readonly payout: number;
  readonly carriedOut: number;
}

interface Settleable {
  readonly amount: number;
  readonly at: number;
  settledAt: number | null;
}

/** What design 6 says of settlement, of one merchant in one currency: see authorization-model.ts. */
export class SettlementModel {
  readonly captures: ModelLine[] = [];
  readonly refunds: Settleable[] = [];
  #debt = 0;

  /** Claims what came before this moment; null where nothing did. */
  settle(now: number): ExpectedBatch | null {
    const claim = (lines: readonly Settleable[]) => lines.filter(({ at, settledAt }) => settledAt === null && at < now);
    const [captures, refunds] = [claim(this.captures), claim(this.refunds)];
    if (captures.length + refunds.length === 0) return null;
    const sum = (lines: readonly Settleable[]) => lines.reduce((total, { amount }) => total + amount, 0);
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
