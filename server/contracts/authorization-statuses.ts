import type { AUTHORIZATION_STATES } from "./choices";

export type AuthorizationOperation = "capture" | "increment" | "void" | "refund";

/**
 * Every status of an authorization, and what can be done in it: each differs from the others in that, so that no one
 * has to try.
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

/** Of a first authorization; an increment can never be incremented itself. */
export const ALLOWED_OPERATIONS: Readonly<Record<AuthorizationStatus, readonly AuthorizationOperation[]>> = STATUSES;

export type AuthorizationState = (typeof AUTHORIZATION_STATES)[number];
