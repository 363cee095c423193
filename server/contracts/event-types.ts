/** Event types that a subscription can receive, with the labels shown when choosing them. The first four are contract 6.1. */
export const EVENT_NAMES = {
  "authorization.approved": { group: "Payments", label: "Approved", note: "a payment was approved" },
  "authorization.declined": { group: "Payments", label: "Declined", note: "a payment was declined" },
  "authorization.captured": { group: "Payments", label: "Captured", note: "held money was taken" },
  "authorization.reversed": {
    group: "Payments",
    label: "Reversed",
    note: "a hold was voided or money was returned",
  },
  "authorization.expired": { group: "Payments", label: "Expired", note: "a hold expired" },
  "dispute.opened": { group: "Disputes", label: "Opened", note: "a member disputed a payment" },
  "dispute.closed": { group: "Disputes", label: "Closed", note: "the tenant closed it" },
  "dispute.answered": { group: "Disputes", label: "Answered", note: "the member answered to that" },
  "agreement.requested": { group: "Agreements", label: "Requested", note: "a merchant asked for permission to charge" },
  "agreement.approved": { group: "Agreements", label: "Approved", note: "the member approved" },
  "agreement.denied": { group: "Agreements", label: "Denied", note: "the member denied" },
  "agreement.revoked": { group: "Agreements", label: "Revoked", note: "the member or the merchant ended it" },
  "agreement.expired": { group: "Agreements", label: "Expired", note: "no one answered in time" },
  "payment_code.created": { group: "Payment codes", label: "Created", note: "a code was made" },
  "payment_code.used": { group: "Payment codes", label: "Used", note: "a code paid" },
  "payment_code.locked": { group: "Payment codes", label: "Locked", note: "too many wrong PINs" },
  "payment_code.revoked": { group: "Payment codes", label: "Revoked", note: "a code was ended" },
  "payment_code.expired": { group: "Payment codes", label: "Expired", note: "a code expired" },
  "card.frozen": { group: "Cards", label: "Frozen", note: "a card was frozen" },
  "card.unfrozen": { group: "Cards", label: "Unfrozen", note: "a card was unfrozen" },
  "funding.created": { group: "Fundings", label: "Created", note: "money came to an account" },
  "funding.reversed": { group: "Fundings", label: "Reversed", note: "a funding was taken back" },
  "member.invited": { group: "Members", label: "Invited", note: "a member got a link to the wallet" },
  "member.joined": { group: "Members", label: "Joined", note: "a wallet has its login" },
  "settlement.completed": { group: "Settlement", label: "Completed", note: "a batch was closed" },
  "payout.created": { group: "Settlement", label: "Payout", note: "a batch pays a merchant" },
  "payout.sent": { group: "Settlement", label: "Payout sent", note: "the bank was told to pay" },
  "payout.paid": { group: "Settlement", label: "Payout paid", note: "the bank paid" },
  "payout.returned": { group: "Settlement", label: "Payout returned", note: "the money came back" },
  "payout.failed": { group: "Settlement", label: "Payout failed", note: "the bank refused to pay" },
  "member_payout.created": { group: "Members’ payouts", label: "Created", note: "a member’s balance is paid out" },
  "member_payout.sent": { group: "Members’ payouts", label: "Sent", note: "the bank was told to pay" },
  "member_payout.paid": { group: "Members’ payouts", label: "Paid", note: "the bank paid" },
  "member_payout.returned": { group: "Members’ payouts", label: "Returned", note: "the money came back" },
  "member_payout.failed": { group: "Members’ payouts", label: "Failed", note: "the bank refused to pay" },
  "subscription.paused": { group: "Webhooks", label: "Paused", note: "a subscription stopped" },
} as const;

export type EventType = keyof typeof EVENT_NAMES;
export const EVENT_TYPES = Object.keys(EVENT_NAMES) as [EventType, ...EventType[]];

/** Authorization events, with the fields of contract 6.2; others are about another record. */
export type PaymentEventType = Extract<EventType, `authorization.${string}`>;
export type RecordEventType = Exclude<EventType, PaymentEventType>;

export function isPaymentEvent(type: EventType): type is PaymentEventType {
  return type.startsWith("authorization.");
}

/** Contract 6.1: the default events of a subscription. */
export const SPEC_EVENT_TYPES = [
  "authorization.approved",
  "authorization.declined",
  "authorization.captured",
  "authorization.reversed",
] as const satisfies readonly EventType[];

/** Events that never have a merchant, so that a merchant's subscription can't receive them. */
const NEVER_OF_A_MERCHANT = /^(payment_code|card|funding|member|member_payout)\./;
export const MERCHANT_EVENT_TYPES = EVENT_TYPES.filter((type) => !NEVER_OF_A_MERCHANT.test(type)) as [
  EventType,
  ...EventType[],
];
