/** What a merchant is charged of a payment: a part of it, in hundredths of a percent, and a fixed amount once. */
export interface PriceTerms {
  readonly rateBps: number;
  readonly fixedMinor: bigint;
}

/**
 * What a settled line of a capture is charged: its part of the amount, half of a minor unit up, and the fixed amount if it
 * is the payment's first line; never more than the line. The settlement says the same in SQL,
 * and the proof of the books once more by itself.
 */
export function feeOf({ rateBps, fixedMinor }: PriceTerms, amountMinor: bigint, isFirst = true): bigint {
  const fee = (amountMinor * BigInt(rateBps) + 5_000n) / 10_000n + (isFirst ? fixedMinor : 0n);
  return fee < amountMinor ? fee : amountMinor;
}
