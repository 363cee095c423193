import { isCursor, isDay, isOneOf, isRecordId, readFilter } from "@/components/shared/filters/read-filter";
import { EVENT_TYPES } from "@/server/contracts/event-types";

const RULES = {
  event: isOneOf(EVENT_TYPES),
  record: isRecordId,
  from: isDay,
  to: isDay,
  cursor: isCursor,
} as const;
const PAGE = 25;

export function eventFilterOf(values: { get(name: string): string | null }) {
  return { ...readFilter(values, RULES), limit: PAGE };
}
