export type { EventFacts, NewEvent } from "./event";
export { recordEvent, recordLoneEvent, type Subscriber, selectSubscribers } from "./record-event";
