import type { AuthorizationRow } from "../authorizations";
import type { NewEvent } from "../webhooks";
import type { ReportRow } from "./report";

/** For the acquirer: names the payment, but not the member or their note. */
export function disputeEvent(
  type: "dispute.opened" | "dispute.resolved",
  { id, tenantId, environment }: ReportRow,
  payment: Pick<
    AuthorizationRow,
    "id" | "authorizationNumber" | "merchantId" | "amountMinor" | "currency" | "merchantReference"
  >,
  at: Date,
): NewEvent {
  const { authorizationNumber: authorizationId, merchantId: merchant, currency, merchantReference } = payment;
  const facts = {
    ...{ recordId: id, merchant, currency, authorization: payment.id, authorizationId, merchantReference },
    amountMinor: payment.amountMinor.toString(),
    status: type === "dispute.opened" ? "open" : "resolved",
  } as const;
  return { tenantId, environment, type, sequence: 1, facts, source: id, at };
}
