import { DECLINE_REASONS } from "@/server/contracts/decline-reasons";
import type { EventFacts, EventType } from "./event";

/** Names no record, in any environment. */
const SAMPLE_RECORD_ID = "TESTauthorization";

const shared = {
  isTest: true,
  authorizationId: "0000000",
  recordId: SAMPLE_RECORD_ID,
  amountMinor: "1250",
  currency: "USD",
  approvalCode: "123456",
  card: "TESTcardOfNobody1",
  merchant: "TESTmerchantNone1",
  channel: "CHANeCommerce0001",
  instrument: "card",
  merchantReference: "order-1001",
  metadata: { table: "7" },
} as const;

/**
 * Made-up facts of each event type, of one payment of 12.50: for trying out a receiver, and for the examples of the
 * reference and the guides.
 */
export const SAMPLE_FACTS: { readonly [Type in EventType]: EventFacts[Type] } = {
  "authorization.approved": shared,
  "authorization.declined": {
    ...shared,
    approvalCode: null,
    reasonCode: "51",
    reasonMessage: DECLINE_REASONS["51"].message,
  },
  "authorization.captured": {
    ...shared,
    amountCapturedMinor: "1000",
    capturedMinor: "1000",
    remainingMinor: "250",
    status: "Authorization Partially Captured",
    transactionId: "TESTtransaction01",
  },
  "authorization.reversed": {
    ...shared,
    amountReversedMinor: "1250",
    reversedMinor: "1250",
    reasonCode: "RV02",
    amountVoidedMinor: "250",
    amountRefundedMinor: "1000",
    kind: "mixed",
    refundId: "TESTrefundOfNone1",
  },
};
