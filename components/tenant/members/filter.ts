import { isLine, isListCursor, isOneOf, readFilter } from "@/components/shared/filters/read-filter";
import { MAX_NAME, MEMBER_SORTS } from "@/server/contracts/choices";

const RULES = { search: isLine(MAX_NAME), sort: isOneOf(MEMBER_SORTS), cursor: isListCursor } as const;
const PAGE = 25;

export function memberFilterOf(values: { get(name: string): string | null }) {
  return { ...readFilter(values, RULES), limit: PAGE };
}
