import { isListCursor, isOneOf, isText, readFilter } from "@/components/shared/filters/read-filter";
import { REQUEST_SORTS, STATUS_CLASSES } from "@/server/contracts/choices";

const RULES = {
  class: isOneOf(STATUS_CLASSES),
  operation: isText(120),
  key: isText(120),
  error: isText(64),
  keyless: isOneOf(["yes"] as const),
  idempotencyKey: isText(80),
  requestId: isText(64),
  sort: isOneOf(REQUEST_SORTS),
  cursor: isListCursor,
} as const;
const PAGE = 25;

export function requestFilterOf(values: { get(name: string): string | null }) {
  const { class: statusClass, ...filter } = readFilter(values, RULES);
  return { ...filter, ...(statusClass === undefined ? {} : { statusClass }), limit: PAGE };
}
