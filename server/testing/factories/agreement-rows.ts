import type { AgreementRow } from "@/server/domain/recurring";
import { shortId } from "./short-id";

/** An agreement row for rules tested without a database. Requested at 10:00, for 7 days. */
export function agreementRow(given: Partial<AgreementRow> = {}): AgreementRow {
  return {
    id: "agreement",
    tenantId: shortId("tenant"),
    environment: "test",
    merchantId: shortId("merchant"),
    memberId: shortId("member"),
    accountId: shortId("account"),
    paymentCodeId: null,
    status: "pending",
    merchantReference: "beans-monthly",
    description: "A bag of beans every month",
    currency: "USD",
    amountMinor: null,
    maxAmountMinor: null,
    memberMaxMinor: null,
    memberInterval: null,
    isWithoutLimit: false,
    interval: null,
    endsOn: null,
    expiresAt: new Date("2026-03-09T10:00:00.000Z"),
    nextChargeOn: null,
    timeZone: "UTC",
    charges: 0,
    chargeLimit: null,
    firstChargedAt: null,
    lastChargedAt: null,
    createdAt: new Date("2026-03-02T10:00:00.000Z"),
    approvedAt: null,
    deniedAt: null,
    revokedAt: null,
    revokedBy: null,
    revokeReason: null,
    version: 0,
    ...given,
  };
}
