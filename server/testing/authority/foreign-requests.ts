import { AGREEMENT_TERMS } from "../factories/agreements";
import type { CallerRecords, OwnersRecords } from "./rest-authority";

interface Ask {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: object;
}

export interface ForeignRequest {
  readonly ask: (theirs: OwnersRecords, own: CallerRecords) => Ask;
  /** Outcome for another tenant or another tenant's merchant: a code, or "own" if the request names no record. */
  readonly stranger: string;
  /** For the owner in the other environment. Default: as for a stranger. */
  readonly otherEnvironment?: string;
  /** For another merchant of the same tenant. Default: as for a stranger. */
  readonly colleague?: string;
  /** Allowed for everyone in the environment: members pay at every merchant of the network (contract 1). */
  readonly isShared?: true;
}

const about = (field: keyof OwnersRecords, stranger: string, body?: object): ForeignRequest => ({
  ask: (theirs) => ({ params: { id: theirs[field] }, ...(body ? { body } : {}) }),
  stranger,
});

const own = (body?: object): ForeignRequest => ({ ask: () => (body ? { body } : {}), stranger: "own" });

const shared = (otherEnvironment: string) => ({ stranger: "own", otherEnvironment, isShared: true }) as const;

/** A list filtered by another's record: shows nothing of it, or refuses it as unknown. */
const listed = (field: string, of: keyof OwnersRecords, stranger = "invalid_reference"): ForeignRequest => ({
  ask: (theirs) => ({ query: { [field]: theirs[of] } }),
  stranger,
});

const listedPayments = (last: keyof OwnersRecords): readonly ForeignRequest[] => [
  own(),
  listed("merchant", "merchant"),
  listed("member", "member"),
  listed("card", "card", "own"),
  listed("merchantReference", "reference", "own"),
  listed("metadata[order]", "reference", "own"),
  listed("starting_after", last),
  listed("ending_before", last),
];

const settledLists = (last: keyof OwnersRecords): readonly ForeignRequest[] => [
  own(),
  listed("merchant", "merchant"),
  listed("starting_after", last),
  listed("ending_before", last),
];

const listedOwn = (last: keyof OwnersRecords): readonly ForeignRequest[] => [
  own({}),
  { ask: (theirs) => ({ body: { starting_after: theirs[last] } }), stranger: "invalid_reference" },
  { ask: (theirs) => ({ body: { ending_before: theirs[last] } }), stranger: "invalid_reference" },
];

const listedByMerchant = (last: keyof OwnersRecords): readonly ForeignRequest[] => [
  ...listedOwn(last),
  // The tenant's member may have paid at any of its merchants.
  { ask: ({ member }) => ({ body: { member } }), stranger: "invalid_reference", colleague: "own" },
  { ask: ({ card }) => ({ body: { card } }), stranger: "own" },
  { ask: ({ reference }) => ({ body: { merchantReference: reference } }), stranger: "own" },
];

const NO_BATCH = "settlement_batch_not_found";
const NO_HOLD = "authorization_not_found";
const NO_CODE = "payment_code_not_found";
const NO_SUBSCRIPTION = "subscription_not_found";
const NO_AGREEMENT = "recurring_authorization_not_found";
const NO_CHARGE_REQUEST = "charge_request_not_found";
const NO_DISPUTE = "dispute_not_found";
const NO_MERCHANT = "merchant_not_found";
const NO_MEMBER = "member_not_found";
const NO_CARD = "card_not_found";
const NO_TRANSACTION = "transaction_not_found";
const IBAN = "DE89370400440532013000";

const aboutCard = (body?: object): ForeignRequest => ({
  ask: ({ purse, issued }) => ({ params: { id: purse, cardId: issued }, ...(body ? { body } : {}) }),
  stranger: NO_CARD,
});

/** A merchant's own subscription, and its tenant's, which belongs to no merchant. */
function ownSubscriptions(fields: object = {}): readonly ForeignRequest[] {
  return [
    { ask: ({ ownSubscription: id }) => ({ body: { id, ...fields } }), stranger: NO_SUBSCRIPTION },
    { ask: ({ subscription: id }) => ({ body: { id, ...fields } }), stranger: NO_SUBSCRIPTION },
  ];
}

export const FOREIGN_REQUESTS: Readonly<Record<string, readonly ForeignRequest[]>> = {
  createAuthorization: [
    { ask: ({ panToken }) => ({ body: { panToken, amount: 1 } }), ...shared("14") },
    {
      ask: ({ merchant }, { panToken }) => ({ body: { panToken, amount: 1, merchant } }),
      stranger: "invalid_reference",
    },
  ],
  listAuthorizations: listedPayments("hold"),
  getAuthorization: [about("hold", NO_HOLD), about("number", NO_HOLD)],
  incrementAuthorization: [about("hold", NO_HOLD, { amount: 1 }), about("number", NO_HOLD, { amount: 1 })],
  captureAuthorization: [about("hold", NO_HOLD, { amount: 1 }), about("number", NO_HOLD, { amount: 1 })],
  reverseAuthorization: [about("hold", NO_HOLD, { amount: 1 }), about("number", NO_HOLD, { amount: 1 })],
  listCaptures: listedPayments("transaction"),
  getCapture: [about("transaction", NO_TRANSACTION)],
  listRefunds: listedPayments("refund"),
  getRefund: [about("refund", "refund_not_found")],
  listDisputes: [
    own(),
    listed("merchant", "merchant"),
    listed("member", "member"),
    listed("starting_after", "dispute"),
    listed("ending_before", "dispute"),
  ],
  getDispute: [about("dispute", NO_DISPUTE)],
  closeDispute: [about("dispute", NO_DISPUTE, { outcome: "rejected" })],
  // In live, an operator must approve the tenant first.
  createMerchant: [{ ...own({ name: "Mine", mcc: "5812" }), otherEnvironment: "not_enabled" }],
  listMerchants: [own(), listed("starting_after", "merchant"), listed("ending_before", "merchant")],
  getMerchant: [about("merchant", NO_MERCHANT)],
  updateMerchant: [about("merchant", NO_MERCHANT, { name: "Mine" })],
  setPayoutAccount: [about("merchant", NO_MERCHANT, { holder: "Mine", country: "DE", accountNumber: IBAN })],
  setMerchantPrice: [about("merchant", NO_MERCHANT, { currency: "USD", basisPoints: 140, effectiveOn: "2099-01-01" })],
  createMerchantKey: [about("merchant", NO_MERCHANT, { name: "Mine" })],
  listMerchantKeys: [
    about("merchant", NO_MERCHANT),
    {
      ask: ({ merchantKey }, { merchant }) => ({ params: { id: merchant }, query: { starting_after: merchantKey } }),
      stranger: "invalid_reference",
    },
  ],
  rollMerchantKey: [
    {
      ask: ({ merchant, merchantKey }) => ({ params: { id: merchant, keyId: merchantKey } }),
      stranger: NO_MERCHANT,
    },
    {
      ask: ({ merchantKey }, { merchant }) => ({ params: { id: merchant, keyId: merchantKey } }),
      stranger: "merchant_key_not_found",
    },
  ],
  revokeMerchantKey: [
    {
      ask: ({ merchant, merchantKey }) => ({ params: { id: merchant, keyId: merchantKey } }),
      stranger: NO_MERCHANT,
    },
    {
      ask: ({ merchantKey }, { merchant }) => ({ params: { id: merchant, keyId: merchantKey } }),
      stranger: "merchant_key_not_found",
    },
  ],
  createMember: [{ ...own({ name: "Mine" }), otherEnvironment: "not_enabled" }],
  listMembers: [own(), listed("starting_after", "holder"), listed("ending_before", "holder")],
  getMember: [about("holder", NO_MEMBER)],
  updateMember: [about("holder", NO_MEMBER, { name: "Mine" })],
  inviteMember: [about("holder", NO_MEMBER, { email: "mine@example.com" })],
  openMemberAccount: [about("holder", NO_MEMBER, { currency: "EUR" })],
  listMemberAccounts: [about("holder", NO_MEMBER)],
  getMemberAccount: [about("purse", "account_not_found")],
  listAccounts: [
    own(),
    listed("member", "member"),
    listed("starting_after", "account"),
    listed("ending_before", "account"),
  ],
  listAccountEntries: [about("account", "account_not_found")],
  getAccountBalance: [about("account", "account_not_found")],
  listAccountStatements: [about("account", "account_not_found")],
  openFloat: [{ ...own({ currency: "EUR" }), otherEnvironment: "not_enabled" }],
  listFloats: [own()],
  createFunding: [
    {
      ask: ({ purse }) => ({ body: { account: purse, amount: 1, bankReference: "Mine" } }),
      stranger: "invalid_reference",
    },
  ],
  listFundings: [
    own(),
    listed("account", "purse"),
    listed("starting_after", "funding"),
    listed("ending_before", "funding"),
  ],
  getFunding: [about("funding", "funding_not_found")],
  reverseFunding: [about("funding", "funding_not_found")],
  issueCard: [about("purse", "account_not_found", {})],
  listCards: [about("purse", "account_not_found")],
  getCard: [aboutCard()],
  updateCard: [aboutCard({ status: "frozen" })],
  replaceCard: [aboutCard()],
  listSettlementBatches: settledLists("batch"),
  getSettlementBatch: [about("batch", NO_BATCH)],
  listSettlementLines: [
    about("batch", NO_BATCH),
    {
      ask: ({ batch, transaction }) => ({ params: { id: batch }, query: { starting_after: transaction } }),
      stranger: NO_BATCH,
    },
    {
      ask: ({ transaction }, { batch }) => ({ params: { id: batch }, query: { starting_after: transaction } }),
      stranger: "invalid_reference",
    },
  ],
  createMemberPayout: [
    {
      ask: ({ purse }) => ({ body: { account: purse, amount: 1, country: "DE", accountNumber: IBAN } }),
      stranger: "invalid_reference",
    },
  ],
  listMemberPayouts: [
    own(),
    listed("member", "holder"),
    listed("starting_after", "memberPayout"),
    listed("ending_before", "memberPayout"),
  ],
  getMemberPayout: [about("memberPayout", "payout_not_found")],
  listPayouts: settledLists("payout"),
  getPayout: [about("payout", "payout_not_found")],
  listBalances: [
    own(),
    listed("merchant", "merchant"),
    listed("starting_after", "balance"),
    listed("ending_before", "balance"),
  ],
  listBalanceTransactions: [
    { ask: ({ merchant }) => ({ query: { merchant, currency: "USD" } }), stranger: "invalid_reference" },
    ...(["transaction", "refund", "payout"] as const).map(
      (of): ForeignRequest => ({
        ask: (theirs, { merchant }) => ({ query: { merchant, currency: "USD", starting_after: theirs[of] } }),
        stranger: "invalid_reference",
      }),
    ),
  ],
  createReport: [
    {
      ask: ({ merchant }) => ({ body: { kind: "payments", created: { gte: "2026-01-01T00:00:00.000Z" }, merchant } }),
      stranger: "invalid_reference",
    },
  ],
  listReports: [own(), listed("starting_after", "report"), listed("ending_before", "report")],
  getReport: [about("report", "report_not_found")],
  createPaymentCode: [{ ask: ({ member }) => ({ body: { member } }), stranger: "invalid_reference" }],
  redeemPaymentCode: [
    {
      ask: ({ code, pin }, { merchant }) => ({ body: { code, pin, amount: 1, merchant } }),
      ...shared("14"),
    },
    {
      ask: ({ merchant }, { code, pin }) => ({ body: { code, pin, amount: 1, merchant } }),
      stranger: "invalid_reference",
    },
  ],
  getPaymentCode: [{ ask: ({ code }) => ({ params: { code } }), stranger: NO_CODE }],
  revokePaymentCode: [{ ask: ({ code }) => ({ params: { code } }), stranger: NO_CODE }],
  replacePaymentCode: [{ ask: ({ code }) => ({ params: { code } }), stranger: NO_CODE }],
  createWebhookSubscription: [
    own({ url: "https://receiver.example.com/hooks", events: ["authorization.approved"] }),
    {
      ask: ({ merchant }) => ({
        body: { url: "https://receiver.example.com/hooks", events: ["authorization.approved"], merchant },
      }),
      stranger: "invalid_reference",
    },
  ],
  listWebhookSubscriptions: [own()],
  getWebhookSubscription: [about("subscription", NO_SUBSCRIPTION)],
  updateWebhookSubscription: [about("subscription", NO_SUBSCRIPTION, { description: "mine" })],
  rotateWebhookSecret: [about("subscription", NO_SUBSCRIPTION)],
  makeNextWebhookSecret: [about("subscription", NO_SUBSCRIPTION)],
  sendTestWebhook: [about("subscription", NO_SUBSCRIPTION, { event: "authorization.approved" })],
  listWebhookDeliveries: [about("subscription", NO_SUBSCRIPTION)],
  retryWebhookDelivery: [
    {
      ask: ({ subscription, delivery }) => ({ params: { id: subscription, deliveryId: delivery } }),
      stranger: NO_SUBSCRIPTION,
    },
    {
      ask: ({ delivery }, { subscription }) => ({ params: { id: subscription, deliveryId: delivery } }),
      stranger: "delivery_not_found",
    },
  ],
  revokeWebhookSubscription: [about("subscription", NO_SUBSCRIPTION)],
  replayWebhookEvents: [
    about("subscription", NO_SUBSCRIPTION, { since: new Date(Date.now() - 3_600_000).toISOString() }),
  ],
  getWebhookReplay: [about("subscription", NO_SUBSCRIPTION)],
  cancelWebhookReplay: [about("subscription", NO_SUBSCRIPTION)],
  listRequests: [
    own(),
    listed("requestId", "logged", "own"),
    listed("starting_after", "logged"),
    listed("ending_before", "logged"),
  ],
  listEvents: [
    own(),
    listed("recordId", "hold", "own"),
    listed("starting_after", "event"),
    listed("ending_before", "event"),
  ],
  getEvent: [about("event", "event_not_found")],
  createOwnWebhookSubscription: [
    own({ url: "https://receiver.example.com/hooks", events: ["authorization.approved"] }),
  ],
  listOwnWebhookSubscriptions: [
    own({}),
    { ask: ({ ownSubscription }) => ({ body: { starting_after: ownSubscription } }), stranger: "invalid_reference" },
  ],
  getOwnWebhookSubscription: [...ownSubscriptions()],
  updateOwnWebhookSubscription: [...ownSubscriptions({ description: "mine" })],
  deleteOwnWebhookSubscription: [...ownSubscriptions()],
  rotateOwnWebhookSecret: [...ownSubscriptions()],
  makeOwnNextWebhookSecret: [...ownSubscriptions()],
  listOwnWebhookDeliveries: [...ownSubscriptions()],
  retryOwnWebhookDelivery: [
    {
      ask: ({ ownSubscription: id, ownDelivery: deliveryId }) => ({ body: { id, deliveryId } }),
      stranger: NO_SUBSCRIPTION,
    },
    { ask: ({ subscription: id, delivery: deliveryId }) => ({ body: { id, deliveryId } }), stranger: NO_SUBSCRIPTION },
  ],
  replayOwnWebhookEvents: [...ownSubscriptions()],
  getOwnWebhookReplay: [...ownSubscriptions()],
  cancelOwnWebhookReplay: [...ownSubscriptions()],
  listMerchantEvents: [
    // Others may have sold on this member's code, and their events then name it.
    own({ type: "payout.created" }),
    ...listedOwn("ownEvent").slice(1),
    { ask: ({ hold }) => ({ body: { recordId: hold } }), stranger: "own" },
  ],
  getMerchantEvent: [
    { ask: ({ ownEvent: id }) => ({ body: { id } }), stranger: "event_not_found" },
    { ask: ({ event: id }) => ({ body: { id } }), stranger: "event_not_found" },
  ],
  getTenantIdentity: [own()],
  replaceMemberCode: [about("memberCodeId", NO_CODE)],
  createMemberCode: [{ ask: ({ member }) => ({ body: { member } }), stranger: "invalid_reference" }],
  approveAgreement: [about("request", NO_AGREEMENT, {})],
  denyAgreement: [about("request", NO_AGREEMENT)],
  approveChargeRequest: [about("chargeRequest", NO_CHARGE_REQUEST)],
  denyChargeRequest: [about("chargeRequest", NO_CHARGE_REQUEST)],
  openSandboxDispute: [{ ask: ({ hold }) => ({ body: { authorization: hold } }), stranger: NO_HOLD }],
  answerSandboxDispute: [about("dispute", NO_DISPUTE, { answer: "Mine" })],
  rescueAuthorization: [about("hold", NO_HOLD, {}), about("number", NO_HOLD, {})],
  settle: [{ ask: ({ merchant }) => ({ body: { merchant } }), stranger: "invalid_reference" }],
  answerPayout: [
    about("payout", "payout_not_found", { outcome: "paid" }),
    about("memberPayout", "payout_not_found", { outcome: "paid" }),
  ],
  fundAccount: [about("account", "account_not_found", { amount: 1 })],
  getSandboxClock: [own()],
  // Must not really move the clock, or payments in other rows would be refused.
  advanceSandboxClock: [{ ask: () => ({ body: { to: "2000-01-01T00:00:00Z" } }), stranger: "validation_error" }],
  validatePaymentCode: [{ ask: ({ memberCode }) => ({ body: { paymentCode: memberCode } }), ...shared("14") }],
  sellPaymentCode: [{ ask: ({ memberCode }) => ({ body: { paymentCode: memberCode, amount: 1 } }), ...shared("14") }],
  chargePaymentCode: [
    {
      ask: ({ memberCode }) => ({ body: { paymentCode: memberCode, amount: 1 } }),
      ...shared("14"),
      // The stranger's charge bound the code to its merchant.
      colleague: "62",
    },
  ],
  authorizeTransaction: [
    { ask: ({ panToken }) => ({ body: { amount: 1, paymentMethod: panToken } }), ...shared("14") },
  ],
  captureTransaction: [{ ask: ({ merchantHold }) => ({ body: { authorizationId: merchantHold } }), stranger: NO_HOLD }],
  incrementTransaction: [
    { ask: ({ merchantHold }) => ({ body: { authorizationId: merchantHold, amount: 1 } }), stranger: NO_HOLD },
  ],
  voidTransaction: [{ ask: ({ merchantHold }) => ({ body: { authorizationId: merchantHold } }), stranger: NO_HOLD }],
  sellTransaction: [{ ask: ({ panToken }) => ({ body: { amount: 1, paymentMethod: panToken } }), ...shared("14") }],
  refundTransaction: [
    { ask: ({ transaction }) => ({ body: { transactionId: transaction } }), stranger: NO_TRANSACTION },
  ],
  reverseTransaction: [
    { ask: ({ transaction }) => ({ body: { transactionId: transaction } }), stranger: NO_TRANSACTION },
  ],
  getTransaction: [{ ask: ({ transaction }) => ({ body: { transactionId: transaction } }), stranger: NO_TRANSACTION }],
  listMerchantAuthorizations: [...listedByMerchant("hold"), own({ open: true })],
  listTransactions: listedByMerchant("transaction"),
  listMerchantRefunds: listedByMerchant("refund"),
  listSettlements: listedOwn("batch"),
  listMerchantLines: [
    { ask: ({ batch }) => ({ body: { batchId: batch } }), stranger: NO_BATCH },
    {
      ask: ({ batch, transaction }) => ({ body: { batchId: batch, starting_after: transaction } }),
      stranger: NO_BATCH,
    },
  ],
  listMerchantPayouts: listedOwn("payout"),
  getMerchantBalances: listedOwn("balance"),
  listMerchantEntries: [
    own({ currency: "USD" }),
    ...(["transaction", "refund", "payout"] as const).map(
      (of): ForeignRequest => ({
        ask: (theirs) => ({ body: { currency: "USD", starting_after: theirs[of] } }),
        stranger: "invalid_reference",
      }),
    ),
  ],
  authorizeRecurring: [
    { ask: ({ member }) => ({ body: { memberId: member, ...AGREEMENT_TERMS } }), ...shared("invalid_reference") },
  ],
  chargeRecurring: [
    { ask: ({ agreement }) => ({ body: { recurringAuthorizationId: agreement, amount: 1 } }), stranger: NO_AGREEMENT },
  ],
  getRecurring: [
    { ask: ({ agreement }) => ({ body: { recurringAuthorizationId: agreement } }), stranger: NO_AGREEMENT },
  ],
  listRecurring: [
    // Others may have asked this member for agreements of their own, which then name the member.
    own({ status: "Active" }),
    ...listedOwn("agreement").slice(1),
    { ask: ({ member }) => ({ body: { member } }), stranger: "own" },
    { ask: ({ balance }) => ({ body: { account: balance } }), stranger: "own" },
  ],
  preflightRecurring: [
    { ask: ({ agreement }) => ({ body: { recurringAuthorizationId: agreement, amount: 1 } }), stranger: NO_AGREEMENT },
  ],
  revokeRecurring: [
    { ask: ({ agreement }) => ({ body: { recurringAuthorizationId: agreement } }), stranger: NO_AGREEMENT },
  ],
  getChargeRequest: [
    { ask: ({ chargeRequest }) => ({ body: { chargeRequestId: chargeRequest } }), stranger: NO_CHARGE_REQUEST },
  ],
};
