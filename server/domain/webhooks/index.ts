export type { EventFacts, NewEvent } from "./event";
export { recordEvent, recordUnanswered, type Subscriber, selectSubscribers } from "./record-event";
