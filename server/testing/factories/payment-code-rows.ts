import type { PaymentCodeRow } from "@/server/domain/payment-codes";
import { shortId } from "./short-id";

/** A payment code row for rules tested without a database. Created at 10:00, valid until 10:10. */
export function paymentCodeRow(given: Partial<PaymentCodeRow> = {}): PaymentCodeRow {
  return {
    id: "code",
    origin: "tenant",
    tenantId: shortId("tenant"),
    environment: "test",
    codeHash: "hash of the code",
    pinHash: "hash of the PIN",
    memberId: shortId("member"),
    accountId: shortId("account"),
    merchantId: null,
    boundAt: null,
    currency: "USD",
    maxAmountMinor: null,
    expiresAt: new Date("2026-03-02T10:10:00.000Z"),
    isSingleUse: true,
    isRecurring: false,
    recurringInterval: null,
    recurringLimit: null,
    recurringThru: null,
    lockoutThreshold: 5,
    displayHint: null,
    metadata: null,
    status: "active",
    failedTries: 0,
    uses: 0,
    firstUsedAt: null,
    lastUsedAt: null,
    nextUseOn: null,
    timeZone: "UTC",
    createdAt: new Date("2026-03-02T10:00:00.000Z"),
    revokedAt: null,
    revokeReason: null,
    ...given,
  };
}

export const OPEN_TERMS = {
  account: null,
  merchant: null,
  currency: null,
  maxAmount: null,
  expiryMinutes: 10,
  isSingleUse: true,
  isRecurring: false,
  recurringInterval: null,
  recurringLimit: null,
  recurringThru: null,
  displayHint: null,
  metadata: null,
} as const;
