import { isListCursor, isOneOf, readFilter } from "@/components/shared/filters/read-filter";
import { EXPORT_SORTS } from "@/server/contracts/choices";

const RULES = { sort: isOneOf(EXPORT_SORTS), cursor: isListCursor } as const;

export function exportFilterOf(values: { get(name: string): string | null }) {
  return { ...readFilter(values, RULES), limit: 25 };
}
