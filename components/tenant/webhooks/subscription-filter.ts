import { isListCursor, isOneOf, isSearch, readFilter } from "@/components/shared/filters/read-filter";
import { SUBSCRIPTION_SORTS, SUBSCRIPTION_STATES } from "@/server/contracts/choices";

const RULES = {
  status: isOneOf(SUBSCRIPTION_STATES),
  search: isSearch,
  sort: isOneOf(SUBSCRIPTION_SORTS),
  cursor: isListCursor,
} as const;
const PAGE = 25;

export function subscriptionFilterOf(values: { get(name: string): string | null }) {
  return { ...readFilter(values, RULES), limit: PAGE };
}
