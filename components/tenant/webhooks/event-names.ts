import { EVENT_NAMES, type EventType } from "@/server/contracts/event-types";

export type EventName = EventType;

/** The events a subscription can receive, as a person chooses them. */
export const EVENTS = (Object.keys(EVENT_NAMES) as EventName[]).map((value) => ({ value, ...EVENT_NAMES[value] }));

/** `approved, declined`, without the noun that all share. */
export function sayEvents(events: readonly string[]): string {
  if (events.length === EVENTS.length) return "all events";
  return events.map((event) => event.replace("authorization.", "")).join(", ");
}
