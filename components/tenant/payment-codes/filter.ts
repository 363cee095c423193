import { isListCursor, isOneOf, isSearch, readFilter } from "@/components/shared/filters/read-filter";
import { CODE_SORTS, CODE_STATES } from "@/server/contracts/choices";

const RULES = {
  state: isOneOf(CODE_STATES),
  search: isSearch,
  sort: isOneOf(CODE_SORTS),
  cursor: isListCursor,
} as const;
const PAGE = 25;

export function codeFilterOf(values: { get(name: string): string | null }) {
  return { ...readFilter(values, RULES), limit: PAGE };
}
