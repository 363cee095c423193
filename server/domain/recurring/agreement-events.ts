import type { RecordEventType } from "@/server/contracts/event-types";
import type { NewEvent } from "../webhooks";
import { type AgreementRow, agreementStatusText, capOf, intervalOf } from "./agreement";

type AgreementEventType = Extract<RecordEventType, `agreement.${string}`>;

/** For the merchant's tenant: the terms, and nothing about the member's accounts. */
export function agreementEvent(type: AgreementEventType, agreement: AgreementRow, at: Date): NewEvent {
  const { id, tenantId, environment, merchantId, memberId: member, currency, merchantReference, revokedBy } = agreement;
  const facts = {
    recordId: id,
    merchant: merchantId,
    member,
    currency,
    merchantReference,
    revokedBy,
    amountMinor: agreement.amountMinor?.toString() ?? null,
    maxAmountMinor: capOf(agreement)?.toString() ?? null,
    interval: intervalOf(agreement),
    endsOn: agreement.endsOn?.toISOString().slice(0, 10) ?? null,
    expiresAt: agreement.expiresAt.toISOString(),
    status: agreementStatusText(agreement, at),
  };
  return { tenantId, environment, type, sequence: 1, facts, source: id, at };
}
