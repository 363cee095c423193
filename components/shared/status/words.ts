import type { AuthorizationStatus } from "@/server/contracts/authorization-statuses";

/** A payment's state in the payee's words, without icons for pages that must stay small. */
export const PAYEE_WORDS = {
  "Authorization Approved": "Held",
  "Authorization Captured": "Captured",
  "Authorization Partially Captured": "Partly captured",
  "Authorization Partially Reversed": "Partly released",
  "Authorization Partially Refunded": "Partly refunded",
  "Authorization Reversed": "Voided",
  "Authorization Expired": "Hold expired",
  "Authorization Declined": "Declined",
} as const satisfies Readonly<Record<AuthorizationStatus, string>>;

/** For authorizations whose captures were all refunded. */
export const REFUNDED_WORD = "Refunded";

interface PaymentStatus {
  readonly status: AuthorizationStatus;
  readonly captured: number;
}

export function payeeWord({ status, captured }: PaymentStatus): string {
  return status === "Authorization Reversed" && captured > 0 ? REFUNDED_WORD : PAYEE_WORDS[status];
}
