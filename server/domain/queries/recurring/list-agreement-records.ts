import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { type Sql, sql } from "@/server/db/sql";
import { type ApiPage, type ApiPosition, apiPage } from "@/server/domain/api-page";
import type { MerchantCaller } from "@/server/domain/caller";
import type { AgreementRow } from "@/server/domain/recurring";

interface AgreementFilter extends ApiPosition {
  readonly createdFrom: Date | null;
  readonly createdBefore: Date | null;
  readonly status: AgreementRow["status"] | null;
  readonly member: string | null;
  readonly account: string | null;
  readonly merchantReference: string | null;
}

/** A walk by pages meets each once. Throws `invalid_reference` for a foreign cursor, and `validation_error`. */
export function listAgreementRecords(caller: MerchantCaller, filter: AgreementFilter): Promise<ApiPage<AgreementRow>> {
  const { status, member, account, merchantReference } = filter;
  const isMine = sql`g.merchant_id = ${caller.merchantId} AND g.environment = ${caller.environment}::environment`;
  return apiPage(filter, {
    createdAt: sql`g.created_at`,
    id: sql`g.id`,
    columns: sql`g.*`,
    rows: sql`FROM recurring_agreements g WHERE ${isMine}`,
    span: filter,
    isLookedThrough: [status, member, account, merchantReference].some((asked) => asked !== null),
    placeOf: (id) => ({
      createdAt: sql`(SELECT g.created_at FROM recurring_agreements g WHERE g.id = ${id} AND ${isMine})`,
      id: sql`${id}`,
    }),
    read: ({ found, order, limit }) =>
      query<AgreementRow>(
        getPool(),
        sql`SELECT g.* FROM ${found} g WHERE ${status === null ? sql`true` : hasStatus(status, caller.now)}
          AND (${member}::text IS NULL OR g.member_id = ${member})
          AND (${account}::text IS NULL OR (g.account_id = ${account} AND g.approved_at IS NOT NULL))
          AND (${merchantReference}::text IS NULL OR g.merchant_reference = ${merchantReference})
          ORDER BY ${order} LIMIT ${limit}`,
      ),
  });
}

/** Condition on agreements `g`, like `agreementStatusAt`. */
function hasStatus(status: AgreementRow["status"], now: Date): Sql {
  const isOver = sql`(g.expires_at <= ${now} OR coalesce(g.ends_on < (${now}::timestamptz AT TIME ZONE g.time_zone)::date, false))`;
  if (status === "expired") return sql`(g.status = 'expired' OR (g.status = 'pending' AND ${isOver}))`;
  if (status === "pending") return sql`(g.status = 'pending' AND NOT ${isOver})`;
  return sql`g.status = ${status}::recurring_status`;
}
