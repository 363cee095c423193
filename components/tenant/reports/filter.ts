import { isListCursor, isOneOf, readFilter } from "@/components/shared/filters/read-filter";
import { REPORT_SORTS } from "@/server/contracts/choices";

const RULES = { state: isOneOf(["resolved"] as const), sort: isOneOf(REPORT_SORTS), cursor: isListCursor } as const;
const PAGE = 25;

/** Shows open reports by default. */
export function reportFilterOf(values: { get(name: string): string | null }) {
  return { state: "open" as const, ...readFilter(values, RULES), limit: PAGE };
}
