import { announce } from "@/server/db/announce";
import { runInTransaction } from "@/server/db/guarded";
import { insertRows } from "@/server/db/insert-rows";
import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import { requirePermission } from "@/server/domain/authority";
import type { StaffCaller } from "@/server/domain/caller";
import { DomainError } from "@/server/domain/errors";
import { type IdempotencyClaim, storeAnswer } from "@/server/domain/idempotency";
import { realTimeOf } from "@/server/domain/sandbox-clock";
import { lockTenant, lockTenantRow } from "@/server/domain/tenants";
import { wake } from "@/server/domain/wake";
import { DAY_MS } from "@/server/platform/clock";
import { newRecordId } from "@/server/platform/ids";
import { BULK_ACTS, type BulkJobRow, JOB_COLUMNS } from "./acts";
import { exceedsDayOfFiles, holdBack, isOwn, type Sums } from "./held-jobs";

const MAX_UNDER_WAY = 20;
const NEWS_MS = 60 * 60_000;
const SHOWN = 5;

interface BulkJobInput {
  readonly act: BulkJobRow["act"];
  readonly subjectId: string | null;
  readonly ids: readonly string[];
  readonly contents?: readonly string[];
  /** What it moves: above the limit it waits for a second person. */
  readonly sums?: Sums;
}

/** Ownership is checked at each record's turn. Throws `not_permitted`, `not_enabled`, `limit_reached` beyond 20 jobs. */
export async function startBulkJob(
  caller: StaffCaller,
  { act, subjectId, ids, contents = [], sums }: BulkJobInput,
  claim: IdempotencyClaim<BulkJobRow> | null,
): Promise<BulkJobRow> {
  requirePermission(caller, BULK_ACTS[act].permission);
  const realNow = realTimeOf(caller);
  const { tenantId, environment, userId, requestId } = caller;
  const fresh: BulkJobRow = {
    id: newRecordId(realNow),
    tenantId,
    environment,
    act,
    subjectId,
    userId,
    requestId,
    itemIds: [...new Set(ids)],
    outcomes: [],
    sums: sums ? Object.fromEntries([...sums].map(([currency, minor]) => [currency, minor.toString()])) : null,
    isHeld: false,
    decidedBy: null,
    decidedAt: null,
    run: 0,
    touchedAt: null,
    createdAt: realNow,
    finishedAt: null,
  };
  const job = await runInTransaction(async (db) => {
    if (BULK_ACTS[act].isCreation) await lockTenant(db, caller, tenantId);
    else await lockTenantRow(db, tenantId);
    const open = await query(
      db,
      sql`SELECT 1 FROM bulk_jobs j WHERE ${isOwn(caller)} AND j.finished_at IS NULL
        AND j.created_at > ${new Date(realNow.getTime() - DAY_MS)} LIMIT ${MAX_UNDER_WAY}`,
    );
    if (open.length === MAX_UNDER_WAY) {
      const message = `${MAX_UNDER_WAY} of these are under way already. Wait until one is done.`;
      throw new DomainError("limit_reached", message);
    }
    const held = sums && (await exceedsDayOfFiles(db, caller, sums)) ? await holdBack(db, caller, fresh) : null;
    const job = held ?? fresh;
    await query(db, insertRows("bulk_jobs", [{ ...job, contents: [...contents] }], "(SELECT 1) AS request"));
    await storeAnswer(db, claim, job, caller.now);
    announce(db, `tenant:${tenantId}:${environment}`);
    return job;
  }, caller.standing);
  wake("jobs");
  return job;
}

export function listBulkJobs(
  caller: StaffCaller,
  { act, subjectId }: Pick<BulkJobInput, "act" | "subjectId">,
): Promise<BulkJobRow[]> {
  const realNow = realTimeOf(caller).getTime();
  return query<BulkJobRow>(
    getPool(),
    sql`SELECT ${JOB_COLUMNS} FROM bulk_jobs j WHERE ${isOwn(caller)} AND NOT j.is_held AND greatest(j.created_at, j.decided_at) > ${new Date(realNow - DAY_MS)}
        AND (j.decided_at IS NULL OR j.decided_at IS DISTINCT FROM j.finished_at) AND j.act = ${act}::bulk_act AND j.subject_id IS NOT DISTINCT FROM ${subjectId}::text
        AND (j.finished_at IS NULL OR j.finished_at > ${new Date(realNow - NEWS_MS)})
      ORDER BY j.created_at DESC, j.id DESC LIMIT ${SHOWN}`,
  );
}
