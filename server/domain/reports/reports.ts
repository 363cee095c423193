import { announce } from "@/server/db/announce";
import { isUniqueViolation } from "@/server/db/errors";
import { runGuarded, STALE } from "@/server/db/guarded";
import { insertRows, type NewRow } from "@/server/db/insert-rows";
import { getPool } from "@/server/db/pool";
import { type Queryable, query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import { getFamilyOfRoot, getMemberAuthorization } from "@/server/domain/authorizations";
import { wake } from "@/server/domain/wake";
import { newRecordId } from "@/server/platform/ids";
import type { AuthorizationId, MemberId } from "@/server/platform/noun-ids";
import { auditPart } from "../audit";
import { requirePermission } from "../authority";
import type { AuthorizationRow } from "../authorizations";
import type { MemberCaller, StaffCaller } from "../caller";
import { DomainError } from "../errors";
import { resolveNotices } from "../notifications";
import { findSubscribers, type NewEvent, publishing, recordEvent } from "../webhooks";

/** The member doesn't recognize a transaction. The tenant is the acquirer. */
export type ReportRow = NewRow<"transaction_reports">;

export async function findReport(
  caller: MemberCaller,
  input: { readonly authorizationId: AuthorizationId },
  db: Queryable = getPool(),
): Promise<ReportRow | null> {
  const [report] = await query<ReportRow>(
    db,
    sql`SELECT * FROM transaction_reports
      WHERE authorization_id = ${input.authorizationId} AND member_id = ${caller.memberId}`,
  );
  return report ?? null;
}

/** For the acquirer: names the payment, but not the member or their note. */
function disputeEvent(
  type: "dispute.opened" | "dispute.resolved",
  { id, tenantId, environment }: ReportRow,
  payment: Pick<
    AuthorizationRow,
    "id" | "authorizationNumber" | "merchantId" | "amountMinor" | "currency" | "merchantReference"
  >,
  at: Date,
): NewEvent {
  const { authorizationNumber: authorizationId, merchantId: merchant, currency, merchantReference } = payment;
  const facts = {
    ...{ recordId: id, merchant, currency, authorization: payment.id, authorizationId, merchantReference },
    amountMinor: payment.amountMinor.toString(),
    status: type === "dispute.opened" ? "open" : "resolved",
  } as const;
  return { tenantId, environment, type, sequence: 1, facts, source: id, at };
}

/** Repeats are the same report, and the first note stays. Moves no money. Throws `transaction_not_found`. */
export async function reportTransaction(
  caller: MemberCaller,
  input: { readonly id: string; readonly note: string | null },
): Promise<ReportRow> {
  const root = await getMemberAuthorization(caller, input);
  const reported = await runGuarded<ReportRow>(async ({ db }) => {
    const known = await findReport(caller, { authorizationId: root.id }, db);
    if (known) return known;
    const report: ReportRow = {
      id: newRecordId(caller.now),
      authorizationId: root.id,
      memberId: caller.memberId,
      tenantId: root.tenantId,
      environment: root.environment,
      note: input.note,
      createdAt: caller.now,
      resolvedAt: null,
      resolvedBy: null,
    };
    const audited = {
      action: "transaction.reported",
      subject: { kind: "authorization", id: root.id },
      details: { hasNote: input.note !== null },
    };
    const event = disputeEvent("dispute.opened", report, root, caller.now);
    const subscribers = await findSubscribers(event, [event.type], db);
    try {
      await query(
        db,
        sql`WITH report AS (${insertRows("transaction_reports", [report], "(SELECT 1) AS work")}),
          ${auditPart(caller, audited, "report")},
          ${recordEvent(event, subscribers, "report")}
          SELECT 1 FROM report`,
      );
    } catch (error) {
      if (isUniqueViolation(error, "transaction_reports_authorization_id_key")) return STALE;
      throw error;
    }
    announce(db, `member:${caller.memberId}`, `tenant:${root.tenantId}:${root.environment}`);
    return report;
  });
  wake("notifications");
  return reported;
}

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

/** In the caller's transaction. Idempotent. */
export async function eraseNotes(db: Queryable, memberIds: readonly MemberId[]): Promise<void> {
  await query(
    db,
    sql`UPDATE transaction_reports SET note = NULL WHERE member_id = ANY(${[...memberIds]}::text[]) AND note IS NOT NULL`,
  );
}
