import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { type Sql, sql } from "@/server/db/sql";
import type { MemberCaller, TenantCaller } from "@/server/domain/caller";
import { DomainError } from "@/server/domain/errors";
import { defineList, type List, type Span } from "@/server/domain/list";
import type { MemberPayout, PayoutState } from "@/server/domain/payouts";
import { everyOf, requireKnown } from "../records/payment-filter";

interface PayoutFilter extends Span {
  readonly status?: PayoutState | null;
  readonly member?: string | null;
}

function ofTenant({ tenantId, environment }: TenantCaller): Sql {
  return sql`FROM payouts o WHERE o.tenant_id = ${tenantId} AND o.environment = ${environment}::environment
    AND o.account_id IS NOT NULL`;
}

const WITH_MEMBER = sql`o.*, a.member_id`;
const ACCOUNT = sql`JOIN accounts a ON a.id = o.account_id`;

export function memberPayoutList(
  caller: TenantCaller,
  { status = null, member = null, ...span }: PayoutFilter,
): List<MemberPayout> {
  return defineList({
    as: sql`o`,
    own: ofTenant(caller),
    span,
    like: everyOf([status && sql`o.state::text = ${status}`, member && sql`a.member_id = ${member}`]),
    select: (found) => sql`SELECT ${WITH_MEMBER} FROM ${found} o ${ACCOUNT}`,
    requireKnown: () => requireKnown(caller, { member }),
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

/** The member's newest 50, with the fees that the member paid. */
export function listOwnPayouts({ memberId }: MemberCaller): Promise<MemberPayout[]> {
  return query<MemberPayout>(
    getPool(),
    sql`SELECT ${WITH_MEMBER}, CASE WHEN EXISTS (SELECT 1 FROM entries e
          WHERE e.posting_id = o.fee_posting_id AND e.account_id = o.account_id) THEN o.fee_minor ELSE 0 END AS fee_minor
      FROM payouts o ${ACCOUNT} WHERE o.account_id IN (SELECT id FROM accounts WHERE member_id = ${memberId})
      ORDER BY o.created_at DESC, o.id DESC LIMIT ${MAX_SHOWN}`,
  );
}
