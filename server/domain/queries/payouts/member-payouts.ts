import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { type Sql, sql } from "@/server/db/sql";
import { type ApiPage, type ApiPosition, apiPage } from "@/server/domain/api-page";
import type { MemberCaller, TenantCaller } from "@/server/domain/caller";
import { DomainError, unknownReference } from "@/server/domain/errors";
import { isOwnMember } from "@/server/domain/members";
import type { MemberPayout, PayoutState } from "@/server/domain/payouts";
import type { MemberId } from "@/server/platform/noun-ids";

interface Filter extends ApiPosition {
  readonly createdFrom: Date | null;
  readonly createdBefore: Date | null;
  readonly status: PayoutState | null;
  readonly member: MemberId | null;
}

function ofTenant({ tenantId, environment }: TenantCaller): Sql {
  return sql`FROM payouts o WHERE o.tenant_id = ${tenantId} AND o.environment = ${environment}::environment
    AND o.account_id IS NOT NULL`;
}

const WITH_MEMBER = sql`o.*, a.member_id`;
const ACCOUNT = sql`JOIN accounts a ON a.id = o.account_id`;

/** Throws `invalid_reference` for a member or cursor that isn't the tenant's, and `validation_error`. */
export async function listMemberPayouts(caller: TenantCaller, filter: Filter): Promise<ApiPage<MemberPayout>> {
  const { status, member } = filter;
  if (member !== null && !(await isOwnMember(caller, member))) throw unknownReference("member");
  const payouts = ofTenant(caller);
  return apiPage(filter, {
    createdAt: sql`o.created_at`,
    id: sql`o.id`,
    columns: sql`o.*`,
    rows: payouts,
    span: filter,
    isLookedThrough: status !== null || member !== null,
    placeOf: (id) => ({ createdAt: sql`(SELECT o.created_at ${payouts} AND o.id = ${id})`, id: sql`${id}` }),
    read: ({ found, order, limit }) =>
      query<MemberPayout>(
        getPool(),
        sql`SELECT e.* FROM (SELECT ${WITH_MEMBER} FROM ${found} o ${ACCOUNT}
            WHERE (${status}::text IS NULL OR o.state::text = ${status})
              AND (${member}::text IS NULL OR a.member_id = ${member})) e ORDER BY ${order} LIMIT ${limit}`,
      ),
  });
}

/** Throws `payout_not_found`. */
export async function getMemberPayout(caller: TenantCaller, { id }: { readonly id: string }): Promise<MemberPayout> {
  const [payout] = await query<MemberPayout>(
    getPool(),
    sql`SELECT ${WITH_MEMBER} FROM (SELECT o.* ${ofTenant(caller)} AND o.id = ${id}) o ${ACCOUNT}`,
  );
  if (!payout) throw new DomainError("payout_not_found", "No such payout in this environment.");
  return payout;
}

const MAX_SHOWN = 50;

/** The member's newest 50. */
export function listOwnPayouts({ memberId }: MemberCaller): Promise<MemberPayout[]> {
  return query<MemberPayout>(
    getPool(),
    sql`SELECT ${WITH_MEMBER} FROM payouts o ${ACCOUNT} WHERE o.account_id IN (SELECT id FROM accounts WHERE member_id = ${memberId})
      ORDER BY o.created_at DESC, o.id DESC LIMIT ${MAX_SHOWN}`,
  );
}
