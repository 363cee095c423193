import type { AuthorizationRow } from "../authorizations";
import type { NewEvent } from "../webhooks";
import type { ReportRow } from "./report";

/** The event of a report, for the acquirer: which payment it is about, and not who reported it or in which words. */
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
