import { announce } from "@/server/db/announce";
import { isUniqueViolation } from "@/server/db/errors";
import { runGuarded, STALE } from "@/server/db/guarded";
import { insertRows } from "@/server/db/insert-rows";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import { getMemberAuthorization } from "@/server/domain/authorizations";
import { wake } from "@/server/domain/wake";
import { newRecordId } from "@/server/platform/ids";
import { auditPart } from "../audit";
import type { MemberCaller } from "../caller";
import { findSubscribers, recordEvent } from "../webhooks";
import { findReport } from "./find-report";
import type { ReportRow } from "./report";
import { disputeEvent } from "./report-events";

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
