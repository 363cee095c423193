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

/** Made-up facts of each event type, for trying out a receiver. */
export const SAMPLE_FACTS: { readonly [Type in EventType]: EventFacts[Type] } = {
  "authorization.approved": shared,
  "authorization.declined": {
    ...shared,
    approvalCode: null,
    reasonCode: "51",
    reasonMessage: "The account does not have sufficient funds.",
  },
  "authorization.captured": {
    ...shared,
    amountCapturedMinor: "1250",
    capturedMinor: "1250",
    remainingMinor: "0",
    status: "Authorization Captured",
    transactionId: "TESTtransaction01",
  },
  "authorization.reversed": {
    ...shared,
    amountReversedMinor: "1250",
    reversedMinor: "1250",
    reasonCode: "RV02",
    amountVoidedMinor: "1250",
    amountRefundedMinor: "0",
    kind: "void",
    refundId: null,
  },
};
