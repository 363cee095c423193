import { dropPartitions, makePartitions, type Partitioned } from "@/server/db/retention/partitions";
import { keptDays } from "@/server/platform/env";
import { getLogger } from "@/server/platform/logger";
import { BODY_PARTITIONS, REQUEST_PARTITIONS } from "../request-log";
import { ATTEMPT_PARTITIONS } from "../webhooks";
import { noteRun } from "./forget-old";

/** As long as the settings say. */
const partitionedTables = (): readonly Partitioned[] => [
  { ...REQUEST_PARTITIONS, keptDays: keptDays("requests") },
  { ...BODY_PARTITIONS, keptDays: keptDays("requests") },
  { ...ATTEMPT_PARTITIONS, keptDays: keptDays("attempts") },
];

interface Kept {
  readonly made: number;
  readonly dropped: number;
  /** Rows that no partition had taken. */
  readonly deleted: number;
}

/**
 * Makes partitions for the time to come and drops those of a time that is no longer kept: requests of more than 30 days ago
 * and attempts of more than 90, unless a setting says otherwise. The answers that requests got stay, and so does what
 * became of a delivery. Safe to run at any time and by several at once. Throws where a table is locked for longer; to be
 * run again.
 */
export async function keepPartitions(input: { readonly now: Date }): Promise<Kept> {
  const kept = { made: 0, dropped: 0, deleted: 0 };
  for (const partitioned of partitionedTables()) {
    kept.made += (await makePartitions(partitioned, input.now)).length;
    const { dropped, deleted } = await dropPartitions(partitioned, input.now);
    kept.dropped += dropped.length;
    kept.deleted += deleted;
    const { table, by } = partitioned;
    // By whole partitions, as the operators' page says it: rows that none had taken are few.
    await noteRun(table, by, { ranAt: input.now, removed: dropped.length });
  }
  return kept;
}

/** For a start, which goes on without them: what has no partition goes to the rest, and the function moves it. */
export async function preparePartitions(input: { readonly now: Date }): Promise<void> {
  try {
    for (const partitioned of partitionedTables()) await makePartitions(partitioned, input.now);
  } catch (error) {
    getLogger().warn({ reason: String(error) }, "partitions are not made yet");
  }
}
