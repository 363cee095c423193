import { isListCursor, isOneOf, isRecordId, isSearch, readFilter } from "@/components/shared/filters/read-filter";
import { CHARGE_SORTS, CHARGE_STATES } from "@/server/contracts/choices";

const RULES = {
  state: isOneOf(CHARGE_STATES),
  merchant: isRecordId,
  search: isSearch,
  sort: isOneOf(CHARGE_SORTS),
  cursor: isListCursor,
} as const;
const PAGE = 25;

export function chargeFilterOf(values: { get(name: string): string | null }) {
  return { ...readFilter(values, RULES), limit: PAGE };
}
