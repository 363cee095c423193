import type { AUTHORIZATION_STATES } from "./choices";

export type AuthorizationOperation = "capture" | "increment" | "void" | "refund";

/**
 * Statuses of an authorization and the operations allowed in each. No two statuses allow the same, so callers never have to
 * try.
 */
const STATUSES = {
  "Authorization Approved": ["capture", "increment", "void"],
  "Authorization Partially Captured": ["capture", "void", "refund"],
  "Authorization Captured": ["refund"],
  "Authorization Partially Reversed": ["capture", "void"],
  "Authorization Partially Refunded": ["refund"],
  "Authorization Reversed": [],
  "Authorization Expired": [],
  "Authorization Declined": [],
} as const satisfies Readonly<Record<string, readonly AuthorizationOperation[]>>;

export type AuthorizationStatus = keyof typeof STATUSES;
export const AUTHORIZATION_STATUSES = Object.keys(STATUSES) as [AuthorizationStatus, ...AuthorizationStatus[]];

/** For root authorizations; an increment can't itself be incremented. */
export const ALLOWED_OPERATIONS: Readonly<Record<AuthorizationStatus, readonly AuthorizationOperation[]>> = STATUSES;

export type AuthorizationState = (typeof AUTHORIZATION_STATES)[number];
