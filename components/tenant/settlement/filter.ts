import { isCursor, isRecordId, readFilter } from "@/components/shared/filters/read-filter";

const RULES = { merchant: isRecordId, cursor: isCursor } as const;
const PAGE = 25;

/** The list's filters as its address says. */
export function batchFilterOf(values: { get(name: string): string | null }) {
  return { ...readFilter(values, RULES), limit: PAGE };
}
