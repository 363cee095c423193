import { isListCursor, isOneOf, readFilter } from "@/components/shared/filters/read-filter";
import { MERCHANT_SORTS } from "@/server/contracts/choices";

const RULES = { sort: isOneOf(MERCHANT_SORTS), cursor: isListCursor } as const;
const PAGE = 25;

export function merchantFilterOf(values: { get(name: string): string | null }) {
  return { ...readFilter(values, RULES), limit: PAGE };
}
