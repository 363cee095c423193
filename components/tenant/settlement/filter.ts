import { isListCursor, isOneOf, isRecordId, readFilter } from "@/components/shared/filters/read-filter";
import { BATCH_SORTS } from "@/server/contracts/choices";

const RULES = { merchant: isRecordId, sort: isOneOf(BATCH_SORTS), cursor: isListCursor } as const;
const PAGE = 25;

export function batchFilterOf(values: { get(name: string): string | null }) {
  return { ...readFilter(values, RULES), limit: PAGE };
}
