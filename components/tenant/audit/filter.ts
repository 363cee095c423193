import { isListCursor, isOneOf, isText, readFilter } from "@/components/shared/filters/read-filter";
import { AUDIT_SORTS } from "@/server/contracts/choices";

const RULES = {
  noun: (text: string) => /^[a-z_]{1,40}$/.test(text),
  actor: isText(300),
  sort: isOneOf(AUDIT_SORTS),
  cursor: isListCursor,
} as const;
const PAGE = 25;

export function auditFilterOf(values: { get(name: string): string | null }) {
  return { ...readFilter(values, RULES), limit: PAGE };
}
