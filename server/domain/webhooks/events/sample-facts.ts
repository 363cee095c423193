import { DECLINE_REASONS } from "@/server/contracts/decline-reasons";
import type { EventFacts, EventType } from "./event";

/** Names no record in any environment. */
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
  member: "TESTmemberOfNone1",
  account: "TESTaccountOfNone",
} as const;

const MERCHANT = "TESTmerchantNone1";
const MEMBER = "TESTmemberOfNone1";

const agreement = {
  isTest: true,
  recordId: "TESTagreement0001",
  merchant: MERCHANT,
  amountMinor: "1250",
  maxAmountMinor: "2000",
  currency: "USD",
  member: MEMBER,
  merchantReference: "membership-1001",
  interval: "monthly",
  endsOn: null,
  expiresAt: "2026-11-28T09:30:00.000Z",
} as const;

const paymentCode = {
  isTest: true,
  recordId: "TESTpaymentCode01",
  merchant: null,
  maxAmountMinor: "5000",
  currency: "USD",
  member: MEMBER,
  origin: "tenant",
  expiresAt: "2026-11-21T10:30:00.000Z",
} as const;

const card = { isTest: true, recordId: "TESTcardOfNobody1", merchant: null, member: MEMBER, last4: "4242" } as const;

const funding = {
  isTest: true,
  recordId: "TESTfundingOfNone",
  merchant: null,
  amountMinor: "5000",
  currency: "USD",
  account: "TESTaccountOfNone",
  member: MEMBER,
  kind: "bank_transfer",
} as const;

const dispute = {
  isTest: true,
  recordId: "TESTdisputeOfNone",
  merchant: MERCHANT,
  amountMinor: "1250",
  currency: "USD",
  authorization: SAMPLE_RECORD_ID,
  authorizationId: "0000000",
  merchantReference: "order-1001",
  member: MEMBER,
  reason: "not_recognized",
  note: "I wasn’t there that day.",
} as const;

const closing = { outcome: "refunded", message: "You’re right: it was charged to the wrong card." } as const;

const batch = { isTest: true, merchant: MERCHANT, currency: "USD", day: "2026-11-20" } as const;

const payout = { ...batch, recordId: "TESTpayoutOfNone1", amountMinor: "980", batchId: "TESTbatchOfNone01" } as const;

const memberPayout = {
  isTest: true,
  recordId: "TESTpayoutOfNone2",
  merchant: null,
  currency: "USD",
  amountMinor: "2500",
  feeMinor: "0",
  member: "TESTmemberAlice01",
  account: "TESTacctAlice0001",
} as const;

/** Made-up facts per event type, of one payment of 12.50: for samples, and for examples in the reference and guides. */
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
  "authorization.expired": { ...shared, amountExpiredMinor: "250", capturedMinor: "1000" },
  "agreement.requested": { ...agreement, status: "PendingApproval", revokedBy: null },
  "agreement.approved": { ...agreement, status: "Active", revokedBy: null },
  "agreement.denied": { ...agreement, status: "Denied", revokedBy: null },
  "agreement.revoked": { ...agreement, status: "Revoked", revokedBy: "member" },
  "agreement.expired": { ...agreement, status: "Expired", revokedBy: null },
  "payment_code.created": { ...paymentCode, status: "active", uses: 0 },
  "payment_code.used": { ...paymentCode, status: "used", uses: 1 },
  "payment_code.locked": { ...paymentCode, status: "locked", uses: 0 },
  "payment_code.revoked": { ...paymentCode, status: "revoked", uses: 0 },
  "payment_code.expired": { ...paymentCode, status: "expired", uses: 0 },
  "card.frozen": { ...card, by: "member" },
  "card.unfrozen": { ...card, by: "member" },
  "dispute.opened": { ...dispute, status: "open" },
  "dispute.closed": { ...dispute, ...closing, status: "closed" },
  "dispute.answered": { ...dispute, ...closing, answer: "Thank you.", status: "closed" },
  "funding.created": funding,
  "funding.reversed": funding,
  "member.invited": { isTest: true, recordId: MEMBER, merchant: null },
  "member.joined": { isTest: true, recordId: MEMBER, merchant: null },
  "settlement.completed": {
    ...batch,
    recordId: "TESTbatchOfNone01",
    capturedMinor: "1250",
    refundedMinor: "250",
    feeMinor: "20",
    payoutMinor: "980",
    carriedInMinor: "0",
    carriedOutMinor: "0",
    captureCount: 1,
    refundCount: 1,
    payoutId: "TESTpayoutOfNone1",
  },
  "payout.created": payout,
  "payout.sent": payout,
  "payout.paid": payout,
  "payout.returned": { ...payout, reason: "AC04" },
  "payout.failed": { ...payout, reason: "AC04" },
  "member_payout.created": memberPayout,
  "member_payout.sent": memberPayout,
  "member_payout.paid": memberPayout,
  "member_payout.returned": { ...memberPayout, reason: "AC04" },
  "member_payout.failed": { ...memberPayout, reason: "AC04" },
  "subscription.paused": {
    isTest: true,
    recordId: "TESTsubscription1",
    merchant: null,
    url: "https://shop.example.com/webhooks",
    reason: "failures",
    failureCount: 50,
  },
};
