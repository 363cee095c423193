import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { type Sql, sql } from "@/server/db/sql";
import type { MemberCaller } from "@/server/domain/caller";
import { defineList, type List } from "@/server/domain/list";
import type { AgreementRow } from "@/server/domain/recurring";
import { recurringAuthorizationNotFound } from "@/server/domain/recurring";
import { isRecordId } from "@/server/platform/ids";
import { sumTaken } from "../authorizations/sum-taken";

export interface MemberAgreement extends AgreementRow {
  readonly merchantName: string;
  /** Captured less refunded; null if there are too many payments to add up. */
  readonly takenMinor: bigint | null;
}

const select = (
  agreements: Sql,
) => sql`SELECT r.*, m.name AS merchant_name, ${sumTaken("agreement_id", sql`r.id`)} AS taken_minor
  FROM ${agreements} r JOIN merchants m ON m.id = r.merchant_id`;

type AgreementState = "pending" | "active" | "ended";

/** An overdue request has ended, whether or not the sweep has run. */
export function memberAgreementList(
  caller: MemberCaller,
  { state }: { readonly state: AgreementState },
): List<MemberAgreement> {
  return defineList({
    as: sql`r`,
    own: sql`FROM recurring_agreements r WHERE r.member_id = ${caller.memberId}`,
    where: inState(state, caller.now),
    select,
  });
}

/** Throws `recurring_authorization_not_found`, also for another member's. */
export async function getMemberAgreement(
  caller: MemberCaller,
  input: { readonly id: string },
): Promise<MemberAgreement> {
  const [row] = isRecordId(input.id)
    ? await query<MemberAgreement>(
        getPool(),
        sql`${select(sql`recurring_agreements`)} WHERE r.id = ${input.id} AND r.member_id = ${caller.memberId}`,
      )
    : [];
  if (!row) throw recurringAuthorizationNotFound();
  return row;
}

function inState(state: AgreementState, now: Date): Sql {
  switch (state) {
    case "pending":
      return sql`r.status = 'pending' AND r.expires_at > ${now}`;
    case "active":
      return sql`r.status = 'active'`;
    case "ended":
      return sql`(r.status IN ('denied', 'expired', 'revoked') OR (r.status = 'pending' AND r.expires_at <= ${now}))`;
  }
}
