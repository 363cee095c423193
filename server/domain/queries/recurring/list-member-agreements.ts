import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { type Sql, sql } from "@/server/db/sql";
import type { MemberCaller } from "@/server/domain/caller";
import { olderThan, type Page, type PageInput, toPage } from "@/server/domain/page";
import type { AgreementRow } from "@/server/domain/recurring";
import { recurringAuthorizationNotFound } from "@/server/domain/recurring";
import { isRecordId } from "@/server/platform/ids";
import { sumTaken } from "../authorizations/sum-taken";

export interface MemberAgreement {
  readonly agreement: AgreementRow;
  readonly merchantName: string;
  /** Captured less refunded; null if there are too many payments to add up. */
  readonly takenMinor: bigint | null;
}

type MemberAgreementRow = AgreementRow & Omit<MemberAgreement, "agreement">;

const TAKEN = sumTaken("agreement_id", sql`r.id`);

type AgreementState = "pending" | "active" | "ended";

/** Newest first. An overdue request has ended, whether or not the sweep has run. */
export async function listMemberAgreements(
  caller: MemberCaller,
  input: PageInput & { readonly state: AgreementState },
): Promise<Page<MemberAgreement>> {
  const { state, limit, cursor } = input;
  const rows = await query<MemberAgreementRow>(
    getPool(),
    sql`SELECT r.*, m.name AS merchant_name, ${TAKEN} AS taken_minor FROM (
        SELECT * FROM recurring_agreements r
        WHERE r.member_id = ${caller.memberId} AND ${inState(state, caller.now)}
          AND ${olderThan(cursor, sql`r.created_at`, sql`r.id`)}
        ORDER BY r.created_at DESC, r.id DESC LIMIT ${limit + 1}
      ) r JOIN merchants m ON m.id = r.merchant_id
      ORDER BY r.created_at DESC, r.id DESC`,
  );
  return toPage(rows.map(toMemberAgreement), limit, ({ agreement }) => agreement);
}

/** Throws `recurring_authorization_not_found`, also for another member's. */
export async function getMemberAgreement(
  caller: MemberCaller,
  input: { readonly id: string },
): Promise<MemberAgreement> {
  const [row] = isRecordId(input.id)
    ? await query<MemberAgreementRow>(
        getPool(),
        sql`SELECT r.*, m.name AS merchant_name, ${TAKEN} AS taken_minor FROM recurring_agreements r JOIN merchants m ON m.id = r.merchant_id
          WHERE r.id = ${input.id} AND r.member_id = ${caller.memberId}`,
      )
    : [];
  if (!row) throw recurringAuthorizationNotFound();
  return toMemberAgreement(row);
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

function toMemberAgreement({ merchantName, takenMinor, ...agreement }: MemberAgreementRow): MemberAgreement {
  return { agreement, merchantName, takenMinor };
}
