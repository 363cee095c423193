import { announce } from "@/server/db/announce";
import { runInTransaction } from "@/server/db/guarded";
import { getPool } from "@/server/db/pool";
import { type Queryable, query } from "@/server/db/query";
import { type Sql, sql } from "@/server/db/sql";
import { needsSecondPerson } from "@/server/domain/approvals";
import { recordAudit } from "@/server/domain/audit";
import { requirePermission } from "@/server/domain/authority";
import type { StaffCaller } from "@/server/domain/caller";
import { DomainError } from "@/server/domain/errors";
import { resolveNotices } from "@/server/domain/notifications";
import { realTimeOf } from "@/server/domain/sandbox-clock";
import { lockTenantRow } from "@/server/domain/tenants";
import { wake } from "@/server/domain/wake";
import { DAY_MS, now } from "@/server/platform/clock";
import type { Currency } from "@/server/platform/money";
import { BULK_ACTS, type BulkJobRow, JOB_COLUMNS } from "./acts";

/** Minor units by currency. */
export type Sums = ReadonlyMap<Currency, bigint>;

const VALID_MS = 7 * DAY_MS;

export function isOwn({ tenantId, environment }: StaffCaller): Sql {
  return sql`j.tenant_id = ${tenantId} AND j.environment = ${environment}::environment`;
}

/** Whether these sums, with those of the person's others of the last day, are more than one may move in live. */
export async function exceedsDayOfFiles(db: Queryable, caller: StaffCaller, sums: Sums): Promise<boolean> {
  if (caller.environment !== "live") return false;
  const since = new Date(realTimeOf(caller).getTime() - DAY_MS);
  const others = await query<{ currency: string; minor: bigint }>(
    db,
    sql`SELECT s.key AS currency, sum(s.value::bigint)::bigint AS minor FROM bulk_jobs j, json_each_text(j.sums) s
      WHERE ${isOwn(caller)} AND j.user_id = ${caller.userId} AND j.created_at > ${since}
        AND NOT (j.finished_at IS NOT NULL AND cardinality(j.outcomes) = 0) GROUP BY 1`,
  );
  const earlier = new Map(others.map(({ currency, minor }) => [currency, minor]));
  return [...sums].some(([currency, minor]) => needsSecondPerson(minor + (earlier.get(currency) ?? 0n), currency));
}

/** In the transaction that writes the job. */
export async function holdBack(db: Queryable, caller: StaffCaller, job: BulkJobRow): Promise<BulkJobRow> {
  const subject = { kind: "funding_file", id: job.id };
  await recordAudit(db, caller, { action: "funding_file.asked", subject, details: sumsOf(job) });
  // No build hands it over before its wait has ended.
  return { ...job, isHeld: true, touchedAt: new Date(job.createdAt.getTime() + VALID_MS) };
}

function sumsOf({ sums }: Pick<BulkJobRow, "sums">): Record<string, string> {
  return (sums ?? {}) as Record<string, string>;
}

/**
 * A second person lets a held file begin, or ends it; whoever asked may end it too. It then runs as who asked. Of two concurrent
 * decisions one counts. Throws `not_found`, `not_permitted` for one's own, and if it is decided or older than a week.
 */
export async function decideHeldJob(
  caller: StaffCaller,
  { id, isApproved }: { readonly id: string; readonly isApproved: boolean },
): Promise<void> {
  requirePermission(caller, BULK_ACTS.fund_members.permission);
  const { tenantId, environment, userId } = caller;
  const realNow = realTimeOf(caller);
  await runInTransaction(async (db) => {
    await lockTenantRow(db, tenantId);
    const [decided] = await query<{ userId: string }>(
      db,
      sql`UPDATE bulk_jobs j SET is_held = false, decided_by = ${userId}, decided_at = ${realNow}, touched_at = NULL,
          finished_at = CASE WHEN ${isApproved} THEN NULL ELSE ${realNow}::timestamptz END,
          contents = CASE WHEN ${isApproved} THEN contents ELSE '{}' END
        WHERE j.id = ${id} AND ${isOwn(caller)} AND j.is_held AND j.created_at > ${new Date(realNow.getTime() - VALID_MS)}
          AND (j.user_id <> ${userId} OR NOT ${isApproved}) RETURNING j.user_id`,
    );
    if (!decided) throw await refusalOf(db, caller, id);
    const notices = resolveNotices({ cause: `funding_file:${id}`, of: { tenantId }, now: caller.now }, "work");
    await query(db, sql`WITH work AS (SELECT 1), ${notices} SELECT 1`);
    await recordAudit(db, caller, {
      action: isApproved ? "funding_file.approved" : "funding_file.rejected",
      subject: { kind: "funding_file", id },
      details: { askedBy: decided.userId },
    });
    announce(db, `tenant:${tenantId}:${environment}`);
  }, caller.standing);
  wake("jobs");
}

async function refusalOf(db: Queryable, caller: StaffCaller, id: string): Promise<DomainError> {
  const [found] = await query<{ isHeld: boolean; userId: string }>(
    db,
    sql`SELECT j.is_held, j.user_id FROM bulk_jobs j WHERE j.id = ${id} AND ${isOwn(caller)} AND j.sums IS NOT NULL`,
  );
  if (!found) return new DomainError("not_found", "No such file in this environment.");
  const message =
    found.isHeld && found.userId === caller.userId
      ? "Another person of your team has to approve your file."
      : "This file is decided already, or has waited for more than a week.";
  return new DomainError("not_permitted", message);
}

/** Ends a file that nobody decided about within a week: only then is it handed over. What it had is deleted. */
export async function endForgotten({ id, run }: BulkJobRow): Promise<BulkJobRow | undefined> {
  const [ended] = await query<BulkJobRow>(
    getPool(),
    sql`UPDATE bulk_jobs SET is_held = false, finished_at = ${now()}, contents = '{}'
      WHERE id = ${id} AND run = ${run}::integer AND finished_at IS NULL AND is_held RETURNING ${JOB_COLUMNS}`,
  );
  return ended;
}
