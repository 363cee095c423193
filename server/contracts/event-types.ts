/** Contract 6.1: every event a subscription can receive, in the words in which a person chooses it. */
export const EVENT_NAMES = {
  "authorization.approved": { label: "Approved", note: "a payment was approved" },
  "authorization.declined": { label: "Declined", note: "a payment was declined" },
  "authorization.captured": { label: "Captured", note: "held money was taken" },
  "authorization.reversed": { label: "Reversed", note: "a hold was voided or money was returned" },
} as const;

export type EventType = keyof typeof EVENT_NAMES;
export const EVENT_TYPES = Object.keys(EVENT_NAMES) as [EventType, ...EventType[]];
