import { type Sql, sql } from "@/server/db/sql";
import type { MerchantCaller } from "@/server/domain/caller";
import { defineList, type List, type Span } from "@/server/domain/list";
import type { AgreementRow } from "@/server/domain/recurring";
import { everyOf } from "../records/payment-filter";

interface AgreementFilter extends Span {
  readonly status?: AgreementRow["status"] | null;
  readonly member?: string | null;
  readonly account?: string | null;
  readonly merchantReference?: string | null;
}

export function agreementList(caller: MerchantCaller, filter: AgreementFilter): List<AgreementRow> {
  const { status = null, member = null, account = null, merchantReference = null, ...span } = filter;
  return defineList({
    as: sql`g`,
    own: sql`FROM recurring_agreements g
      WHERE g.merchant_id = ${caller.merchantId} AND g.environment = ${caller.environment}::environment`,
    span,
    like: everyOf([
      status && hasStatus(status, caller.now),
      member && sql`g.member_id = ${member}`,
      account && sql`(g.account_id = ${account} AND g.approved_at IS NOT NULL)`,
      merchantReference === null ? null : sql`g.merchant_reference = ${merchantReference}`,
    ]),
    select: (found) => sql`SELECT g.* FROM ${found} g`,
  });
}

/** Condition on agreements `g`, like `agreementStatusAt`. */
function hasStatus(status: AgreementRow["status"], now: Date): Sql {
  const isOver = sql`(g.expires_at <= ${now} OR coalesce(g.ends_on < (${now}::timestamptz AT TIME ZONE g.time_zone)::date, false))`;
  if (status === "expired") return sql`(g.status = 'expired' OR (g.status = 'pending' AND ${isOver}))`;
  if (status === "pending") return sql`(g.status = 'pending' AND NOT ${isOver})`;
  return sql`g.status = ${status}::recurring_status`;
}
