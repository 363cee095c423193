/** The events a subscription can hear of, as a person chooses them. */
export const EVENTS = [
  { value: "authorization.approved", label: "Approved", note: "a card or code was approved" },
  { value: "authorization.declined", label: "Declined", note: "a payment was refused" },
  { value: "authorization.captured", label: "Captured", note: "held money was taken" },
  { value: "authorization.reversed", label: "Reversed", note: "a hold was voided or money given back" },
] as const;

export type EventName = (typeof EVENTS)[number]["value"];

export function isEventName(text: string | null): text is EventName {
  return EVENTS.some(({ value }) => value === text);
}

/** `approved, declined`, without the noun that all share. */
export function sayEvents(events: readonly string[]): string {
  if (events.length === EVENTS.length) return "all events";
  return events.map((event) => event.replace("authorization.", "")).join(", ");
}
