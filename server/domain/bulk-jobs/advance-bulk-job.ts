import { announce } from "@/server/db/announce";
import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import { requirePermission } from "@/server/domain/authority";
import { DomainError } from "@/server/domain/errors";
import { answerOnce, type ClaimName, meaningOf, scopeOf } from "@/server/domain/idempotency";
import { actAsStaffAgain } from "@/server/domain/users";
import { yieldBetweenBatches } from "@/server/domain/yield-between-batches";
import { now } from "@/server/platform/clock";
import { parseRecordId } from "@/server/platform/ids";
import { BULK_ACTS, type BulkJobRow, DONE, ITEM_ANSWER, type ItemOutcome, JOB_COLUMNS } from "./acts";
import type { DueBulkJob } from "./bulk-jobs";

/** A step ends after either, to show progress and so that a retry repeats little. */
const STEP_MS = 2_000;
const STEP_RECORDS = 100;

/** Errors that are not about the record: it is tried again. */
const PASSING: ReadonlySet<string> = new Set(["temporarily_unavailable", "rate_limit_exceeded", "internal_error"]);

/**
 * Does some records of a job, one by one. Before each, checks what the person who started the job may do now. Each has its own
 * idempotency key: after a crash between the work and its note, the repeat finds the key used and only notes it. A run that was
 * replaced does nothing. Throws database errors; call it again then. Safe to call at any time and concurrently.
 */
export async function advanceBulkJob(
  { jobId, run }: DueBulkJob,
  { stepMs = STEP_MS }: { readonly stepMs?: number } = {},
): Promise<{ readonly isMore: boolean }> {
  let done = 0;
  let [job] = await query<BulkJobRow>(
    getPool(),
    sql`UPDATE bulk_jobs SET touched_at = ${now()} WHERE id = ${jobId} AND run = ${run}::integer AND finished_at IS NULL
      RETURNING ${JOB_COLUMNS}`,
  );
  if (!job) return { isMore: false };
  const { tenantId, environment } = job;
  const yieldToRequests = yieldBetweenBatches();
  const startedAt = performance.now();
  try {
    do {
      await yieldToRequests();
      job = await note(job, await performNext(job));
      if (!job) return { isMore: false };
      done += 1;
    } while (job.finishedAt === null && done < STEP_RECORDS && performance.now() - startedAt < stepMs);
  } finally {
    announce(getPool(), `tenant:${tenantId}:${environment}`);
  }
  return { isMore: job.finishedAt === null };
}

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
