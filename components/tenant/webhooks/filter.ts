import { isListCursor, isOneOf, readFilter } from "@/components/shared/filters/read-filter";
import { DELIVERY_SORTS, DELIVERY_STATES } from "@/server/contracts/choices";
import { EVENT_TYPES } from "@/server/contracts/event-types";

const RULES = {
  status: isOneOf(DELIVERY_STATES),
  event: isOneOf(EVENT_TYPES),
  sort: isOneOf(DELIVERY_SORTS),
  cursor: isListCursor,
} as const;
const PAGE = 25;

export function deliveryFilterOf(values: { get(name: string): string | null }) {
  return { ...readFilter(values, RULES), limit: PAGE };
}
