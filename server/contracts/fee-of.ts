/** A merchant's price: a share of each payment, in hundredths of a percent, plus a fixed amount per payment. */
export interface PriceTerms {
  readonly rateBps: number;
  readonly fixedMinor: bigint;
}

/**
 * What a payment costs that has captured this much: the share of it, rounded half up, plus the fixed amount; at most what was
 * captured. However many captures it took: each is charged what the payment then costs more. The settlement repeats this in
 * SQL, and the proof of the books computes it independently.
 */
export function feeOf({ rateBps, fixedMinor }: PriceTerms, capturedMinor: bigint): bigint {
  const fee = (capturedMinor * BigInt(rateBps) + 5_000n) / 10_000n + fixedMinor;
  return fee < capturedMinor ? fee : capturedMinor;
}
