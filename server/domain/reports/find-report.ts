import { getPool } from "@/server/db/pool";
import { type Queryable, query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import type { AuthorizationId } from "@/server/platform/noun-ids";
import type { MemberCaller } from "../caller";
import type { ReportRow } from "./report";

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
