import { EVENT_NAMES, type EventType } from "@/server/contracts/event-types";

export type EventName = EventType;

export const EVENTS = (Object.keys(EVENT_NAMES) as EventName[]).map((value) => ({ value, ...EVENT_NAMES[value] }));

export const EVENT_CHOICES = EVENTS.map(({ value, group, label }) => ({
  value,
  label: group === "Payments" ? label : `${group}: ${label}`,
}));

export const EVENT_GROUPS = [...new Set(EVENTS.map(({ group }) => group))].map((group) => ({
  group,
  events: EVENTS.filter((event) => event.group === group),
}));

/** `approved, declined, payout.created`: omits the common prefix `authorization.`. */
export function formatEvents(events: readonly string[]): string {
  if (events.length === EVENTS.length) return "all events";
  return events.map((event) => event.replace("authorization.", "")).join(", ");
}

const RECORDS: Readonly<Record<string, string>> = {
  authorization: "No card",
  dispute: "Dispute",
  agreement: "Agreement",
  payment_code: "Payment code",
  card: "Card",
  member: "Member",
  settlement: "Batch",
  payout: "Payout",
  subscription: "Subscription",
};

/** The kind of record, for events that aren't about a payment. */
export function aboutOf(event: EventName): string {
  return RECORDS[event.split(".")[0] ?? ""] ?? "None";
}

/** `1 event`, `132 events`. */
export function countEvents(count: number): string {
  return `${count.toLocaleString("en-US")} ${count === 1 ? "event" : "events"}`;
}

/** The word for an event that was never sent to a webhook. */
export const MISSED = "Missed";
