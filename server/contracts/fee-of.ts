/** A merchant's price: a share of each payment, in hundredths of a percent, plus a fixed amount per payment. */
export interface PriceTerms {
  readonly rateBps: number;
  readonly fixedMinor: bigint;
}

/**
 * The fee of a settled capture line: the share of its amount, rounded half up, plus the fixed amount on the payment's first
 * line; at most the line's amount. The settlement repeats this in SQL, and the proof of the books computes it independently.
 */
export function feeOf({ rateBps, fixedMinor }: PriceTerms, amountMinor: bigint, isFirst = true): bigint {
  const fee = (amountMinor * BigInt(rateBps) + 5_000n) / 10_000n + (isFirst ? fixedMinor : 0n);
  return fee < amountMinor ? fee : amountMinor;
}
