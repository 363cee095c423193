import type { RecordId } from "@/server/platform/ids";

/** A readable id for rules tested without a database. */
export function shortId<Id extends RecordId>(text: string): Id {
  return text as Id;
}
