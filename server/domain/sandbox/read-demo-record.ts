import type { Attempt } from "@/server/db/guarded";
import { getPool } from "@/server/db/pool";
import type { AuthorizationId } from "@/server/platform/noun-ids";
import { type CaptureRow, type Family, getFamily, listCaptures } from "../authorizations";
import { listLedgerEntries, listStoryEvents, type StoryEntry, type StoryEvent } from "../queries";
import { type DemoRequest, requireDemo } from "./find-demo";

export interface DemoRecord {
  readonly family: Family;
  readonly captures: readonly CaptureRow[];
  readonly entries: readonly StoryEntry[];
  readonly events: readonly StoryEvent[];
}

/** Throws `not_found`, `authorization_not_found`. */
export async function readDemoRecord(request: DemoRequest, recordId: AuthorizationId): Promise<DemoRecord> {
  const attempt: Attempt = { db: getPool(), isLocking: false };
  const { merchant } = await requireDemo(request);
  const [family, entries, events] = await Promise.all([
    getFamily(attempt, merchant, recordId),
    listLedgerEntries(recordId),
    listStoryEvents(recordId),
  ]);
  return { family, captures: await listCaptures(attempt, family.members), entries, events };
}
