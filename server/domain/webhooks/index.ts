export { EVENT_TYPES, type EventFacts, type EventType, type NewEvent } from "./event";
export { recordEvent, recordLoneEvent, type Subscriber, selectSubscribers } from "./record-event";
