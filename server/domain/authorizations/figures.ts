import type { AuthorizationRow } from "./authorization";

/** Figures of an authorized amount, in minor units. The wire's `reversed` is voided + refunded. */
export interface Figures {
  readonly amountMinor: bigint;
  readonly capturedMinor: bigint;
  readonly voidedMinor: bigint;
  readonly refundedMinor: bigint;
  readonly expiredMinor: bigint;
}

export function singleFigures(row: AuthorizationRow): Figures {
  return {
    amountMinor: row.amountMinor,
    capturedMinor: row.capturedMinor,
    voidedMinor: row.voidedMinor,
    refundedMinor: row.refundedMinor,
    expiredMinor: row.expiredMinor,
  };
}

export function familyFigures(root: AuthorizationRow): Figures {
  return {
    amountMinor: root.familyAmountMinor,
    capturedMinor: root.familyCapturedMinor,
    voidedMinor: root.familyVoidedMinor,
    refundedMinor: root.familyRefundedMinor,
    expiredMinor: root.familyExpiredMinor,
  };
}

/** Treats an overdue hold as expired, whether or not it has been swept. */
export function atTime(figures: Figures, expiresAt: Date | null, now: Date): Figures {
  if (!expiresAt || now < expiresAt) return figures;
  return { ...figures, expiredMinor: figures.expiredMinor + holdLeft(figures) };
}

export function holdLeft(figures: Figures): bigint {
  return figures.amountMinor - figures.capturedMinor - figures.voidedMinor - figures.expiredMinor;
}

export function refundable(figures: Figures): bigint {
  return figures.capturedMinor - figures.refundedMinor;
}
