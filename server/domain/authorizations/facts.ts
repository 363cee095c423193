import type { PaymentEventFacts } from "@/server/contracts/rest/webhooks/webhook-events";
import { declineMessage, isDeclineCode, storedHint } from "../declines";
import type { EventFacts } from "../webhooks";
import type { AuthorizationRow } from "./authorization";

/** Facts shared by every event of an authorization (contract 6.2). The amount is the one that the event is about. */
export function authorizationFacts(
  row: AuthorizationRow,
  amountMinor = row.amountMinor,
  merchantReference = row.merchantReference,
): PaymentEventFacts {
  return {
    authorizationId: row.authorizationNumber,
    recordId: row.id,
    amountMinor: amountMinor.toString(),
    currency: row.currency,
    approvalCode: row.approvalCode,
    card: row.cardId ?? row.paymentCodeId ?? row.agreementId,
    merchant: row.merchantId,
    channel: row.channel,
    instrument: row.cardId !== null ? "card" : row.paymentCodeId !== null ? "payment_code" : "agreement",
    merchantReference,
    metadata: row.metadata as PaymentEventFacts["metadata"],
    // Read from the record, as most of these are: see `selectFacts`.
    member: null,
    account: null,
  };
}

export function declineFacts(row: AuthorizationRow): EventFacts["authorization.declined"] {
  const { responseCode: reasonCode } = row;
  if (!isDeclineCode(reasonCode)) throw new TypeError(`not a decline: ${reasonCode}`);
  return {
    ...authorizationFacts(row),
    reasonCode,
    reasonMessage: declineMessage(reasonCode, storedHint(row.decision)),
  };
}
