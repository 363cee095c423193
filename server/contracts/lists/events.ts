import { DELIVERY_STATES } from "../choices";
import { EVENT_TYPES } from "../event-types";
import { choice, day, id, ordersOf } from "./filters";

/** A tenant's lists by event type, apart from the others so that only their pages load the types. */

export const DELIVERY_LIST = {
  filters: { status: choice(DELIVERY_STATES), event: choice(EVENT_TYPES), replay: id("record") },
  sorts: ordersOf("event", "status", "response"),
} as const;

export const EVENT_LIST = {
  /** Days are those of the tenant's time zone, both included. */
  filters: { event: choice(EVENT_TYPES), record: id("record"), from: day, to: day },
  sorts: null,
} as const;
