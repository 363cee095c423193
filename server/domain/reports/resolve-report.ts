import { announce } from "@/server/db/announce";
import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import { getFamilyOfRoot } from "@/server/domain/authorizations";
import { auditPart } from "../audit";
import { requirePermission } from "../authority";
import type { StaffCaller } from "../caller";
import { DomainError } from "../errors";
import { resolveNotices } from "../notifications";
import { publishing } from "../webhooks";
import type { ReportRow } from "./report";
import { disputeEvent } from "./report-events";

/**
 * Someone at the acquirer took note of a report; acting on it (a refund, say) is up to them. Idempotent: the first one stays
 * named. Marks its notification as read, for everyone. Throws `not_permitted`, `report_not_found`.
 */
export async function resolveReport(caller: StaffCaller, input: { readonly id: string }): Promise<ReportRow> {
  requirePermission(caller, "move_money");
  const db = getPool();
  const mine = sql`id = ${input.id} AND tenant_id = ${caller.tenantId}
    AND environment = ${caller.environment}::environment`;
  const audited = { action: "report.resolved", subject: { kind: "report", id: input.id } };
  const resolved = await publishing(async (tx, publish) => {
    const [report] = await query<ReportRow>(
      tx,
      sql`WITH report AS (
        UPDATE transaction_reports SET resolved_at = ${caller.now}, resolved_by = ${caller.userId}
        WHERE ${mine} AND resolved_at IS NULL
        RETURNING *
      ),
      ${auditPart(caller, audited, "report")},
      ${resolveNotices({ cause: `report:${input.id}`, of: { tenantId: caller.tenantId }, now: caller.now }, "report")}
      SELECT * FROM report`,
    );
    if (report) {
      const { root } = await getFamilyOfRoot({ db: tx, isLocking: false }, report.authorizationId);
      await publish([disputeEvent("dispute.resolved", report, root, caller.now)]);
    }
    return report ?? null;
  });
  if (resolved) {
    announce(db, `member:${resolved.memberId}`);
    return resolved;
  }
  const [known] = await query<ReportRow>(db, sql`SELECT * FROM transaction_reports WHERE ${mine}`);
  if (!known) throw new DomainError("report_not_found", "No such report.");
  return known;
}
