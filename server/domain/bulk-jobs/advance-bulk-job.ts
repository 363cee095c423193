import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import { requirePermission } from "@/server/domain/authority";
import { DomainError } from "@/server/domain/errors";
import { answerOnce, type ClaimName, meaningOf, scopeOf } from "@/server/domain/idempotency";
import { defineLongJob } from "@/server/domain/long-jobs";
import { actAsStaffAgain } from "@/server/domain/users";
import { now } from "@/server/platform/clock";
import { parseRecordId } from "@/server/platform/ids";
import { BULK_ACTS, type BulkJobRow, DONE, ITEM_ANSWER, type ItemOutcome, JOB_COLUMNS } from "./acts";
import { endForgotten } from "./held-jobs";

/** Errors that are not about the record: it is tried again. */
const PASSING: ReadonlySet<string> = new Set(["temporarily_unavailable", "rate_limit_exceeded", "internal_error"]);

/**
 * Acts on many records, one by one. Before each, checks what the person who started the job may do now. Each has its own
 * idempotency key: after a crash between the work and its note, the repeat finds the key used and only notes it.
 */
export const bulkJobs = defineLongJob<BulkJobRow>({
  kind: "bulk-job",
  table: sql`bulk_jobs`,
  columns: JOB_COLUMNS,
  size: 1,
  batches: 100,
  advance: async (job) => ({
    row: job.isHeld ? await endForgotten(job) : await note(job, await performNext(job)),
    isWork: true,
  }),
  topicOf: ({ tenantId, environment }) => `tenant:${tenantId}:${environment}`,
  givenUp: sql`contents = '{}'`,
});

/** Null if another run has ended the job. */
async function performNext(job: BulkJobRow): Promise<ItemOutcome | null> {
  const { act, tenantId, environment, subjectId, outcomes, itemIds } = job;
  const id = itemIds[outcomes.length];
  if (id === undefined) throw new Error("a job that is done is not finished");
  const [userId, requestId] = [parseRecordId(job.userId), job.requestId];
  const claim: ClaimName = {
    scope: scopeOf({ kind: "staff", tenantId, environment, userId }),
    key: `bulk:${job.id}:${id}`,
    meaning: meaningOf({ act, job: job.id, id }),
    spelled: null,
  };
  let outcome = DONE;
  try {
    const staff = await actAsStaffAgain({ userId, requestId, now: now() }, { tenantId, environment });
    requirePermission(staff, BULK_ACTS[act].permission);
    const content = BULK_ACTS[act].isCreation ? await readContent(job) : null;
    if (BULK_ACTS[act].isCreation && content === null) return null;
    await answerOnce(claim, async () => {
      outcome = await BULK_ACTS[act].perform(staff, { id, subjectId, content }, claim);
      return ITEM_ANSWER;
    });
    return outcome;
  } catch (error) {
    if (error instanceof DomainError && !PASSING.has(error.code)) return error.code;
    throw error;
  }
}

async function readContent({ id, outcomes }: BulkJobRow): Promise<string | null> {
  const [row] = await query<{ content: string | null }>(
    getPool(),
    sql`SELECT contents[${outcomes.length + 1}::integer] AS content FROM bulk_jobs WHERE id = ${id}`,
  );
  return row?.content ?? null;
}

/** Undefined if another run has replaced this one, or has noted the record. */
async function note({ id, run, outcomes }: BulkJobRow, outcome: ItemOutcome | null): Promise<BulkJobRow | undefined> {
  if (outcome === null) return undefined;
  const at = now();
  const [after] = await query<BulkJobRow>(
    getPool(),
    sql`UPDATE bulk_jobs SET outcomes = array_append(outcomes, ${outcome}::text), touched_at = ${at},
        finished_at = CASE WHEN cardinality(outcomes) + 1 = cardinality(item_ids) THEN ${at}::timestamptz END,
        contents = CASE WHEN cardinality(outcomes) + 1 < cardinality(item_ids) THEN contents ELSE '{}' END
      WHERE id = ${id} AND run = ${run}::integer AND finished_at IS NULL
        AND cardinality(outcomes) = ${outcomes.length}::integer
      RETURNING ${JOB_COLUMNS}`,
  );
  return after;
}
