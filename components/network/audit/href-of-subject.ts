import { networkPageOf } from "@/components/shared/audit/pages";
import type { AuditEntry } from "@/server/trpc/types";

/** The operators' page of the entry's subject, in the entry's environment. Null if it has none. */
export function hrefOfSubject(entry: AuditEntry): string | null {
  const page = networkPageOf(entry);
  if (page === null) return null;
  return entry.environment === "live" ? `/network/${page}?environment=live` : `/network/${page}`;
}
