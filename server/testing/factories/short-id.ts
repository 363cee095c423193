import type { RecordId } from "@/server/platform/ids";

/** A readable id for rules that are tested without a database, of the noun that is asked for. */
export function shortId<Id extends RecordId>(text: string): Id {
  return text as Id;
}
