import { dropPartitions, makePartitions, type Partitioned } from "@/server/db/retention/partitions";
import { keptDays } from "@/server/platform/env";
import { getLogger } from "@/server/platform/logger";
import { BODY_PARTITIONS, REQUEST_PARTITIONS } from "../request-log";
import { ATTEMPT_PARTITIONS } from "../webhooks";
import { noteRun } from "./forget-old";

/** With retention from the settings. */
const partitionedTables = (): readonly Partitioned[] => [
  { ...REQUEST_PARTITIONS, keptDays: keptDays("requests") },
  { ...BODY_PARTITIONS, keptDays: keptDays("requests") },
  { ...ATTEMPT_PARTITIONS, keptDays: keptDays("attempts") },
];

interface Kept {
  readonly made: number;
  readonly dropped: number;
  readonly deleted: number;
}

/**
 * Creates upcoming partitions and drops those past retention: requests after 30 days and attempts after 90, unless a setting
 * says otherwise. Stored answers and delivery outcomes stay. Safe to run at any time and concurrently. Throws if a table stays
 * locked; run it again then.
 */
export async function maintainPartitions(input: { readonly now: Date }): Promise<Kept> {
  const kept = { made: 0, dropped: 0, deleted: 0 };
  for (const partitioned of partitionedTables()) {
    kept.made += (await makePartitions(partitioned, input.now)).length;
    const { dropped, deleted } = await dropPartitions(partitioned, input.now);
    kept.dropped += dropped.length;
    kept.deleted += deleted;
    const { table, by } = partitioned;
    // Counts whole partitions, as the operators' page says; rows outside of any are few.
    await noteRun(table, by, { ranAt: input.now, removed: dropped.length });
  }
  return kept;
}

/** At startup, which continues without them: rows without a partition go to the default one, and the function moves them. */
export async function preparePartitions(input: { readonly now: Date }): Promise<void> {
  try {
    for (const partitioned of partitionedTables()) await makePartitions(partitioned, input.now);
  } catch (error) {
    getLogger().warn({ reason: String(error) }, "partitions are not made yet");
  }
}
