import {
  ALLOWED_OPERATIONS,
  AUTHORIZATION_STATUSES,
  type AuthorizationOperation,
  type AuthorizationStatus,
} from "@/server/contracts/authorization-statuses";
import type { AuthorizationRow } from "./authorization";

/** What happened to an amount that was authorized. Minor units; `reversed` of the wire is voided + refunded. */
export interface Figures {
  readonly amountMinor: bigint;
  readonly capturedMinor: bigint;
  readonly voidedMinor: bigint;
  readonly refundedMinor: bigint;
  readonly expiredMinor: bigint;
}

export function ownFigures(row: AuthorizationRow): Figures {
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

/** Reads an overdue hold as expired, whether or not the sweep has come by. */
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

/** The status of an approved authorization, a function of its figures (decision 046): the first row that fits. */
const STATUSES: readonly [AuthorizationStatus, (f: Figures, hold: bigint) => boolean][] = [
  ["Authorization Partially Captured", (f, hold) => hold > 0n && refundable(f) > 0n],
  ["Authorization Partially Reversed", (f, hold) => hold > 0n && f.voidedMinor + f.refundedMinor > 0n],
  ["Authorization Approved", (_, hold) => hold > 0n],
  ["Authorization Expired", (f) => f.capturedMinor === 0n && f.expiredMinor > 0n],
  ["Authorization Captured", (f) => f.capturedMinor > 0n && f.refundedMinor === 0n],
  ["Authorization Partially Refunded", (f) => refundable(f) > 0n],
  ["Authorization Reversed", () => true],
];

export function statusOf({ outcome }: Pick<AuthorizationRow, "outcome">, figures: Figures): AuthorizationStatus {
  if (outcome === "declined") return "Authorization Declined";
  const hold = holdLeft(figures);
  return STATUSES.find(([, fits]) => fits(figures, hold))?.[0] ?? "Authorization Reversed";
}

export function isAllowed(status: AuthorizationStatus, operation: AuthorizationOperation): boolean {
  return ALLOWED_OPERATIONS[status].includes(operation);
}

/** The statuses in which at least one of the operations can be done. */
export function statusesThatAllow(...operations: readonly AuthorizationOperation[]): AuthorizationStatus[] {
  return AUTHORIZATION_STATUSES.filter((status) => operations.some((operation) => isAllowed(status, operation)));
}
