import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import type { MemberId, TenantId } from "@/server/platform/noun-ids";
import type { Environment, MemberCaller, UserCaller } from "../caller";
import { DomainError } from "../errors";
import { aheadMsOf, inOwnTime } from "../sandbox-clock";

/**
 * The member chosen for this session while the user still has that role, else the first. Read from the database each time, so
 * that a removed role ends at once. Throws `not_permitted`.
 */
export async function actAsMember(caller: UserCaller): Promise<MemberCaller> {
  const { userId, sessionId, now, requestId } = caller;
  const [member] = await query<{ id: MemberId; tenantId: TenantId; environment: Environment; aheadMs: number }>(
    getPool(),
    sql`SELECT m.id, m.tenant_id, m.environment, ${aheadMsOf(sql`m.tenant_id`, sql`m.environment`)} AS ahead_ms FROM roles r JOIN members m ON m.id = r.member_id
      WHERE r.user_id = ${userId} AND r.kind = 'member'
      ORDER BY m.id IS DISTINCT FROM (SELECT s.member_id FROM portal_sessions s WHERE s.id = ${sessionId}),
        r.id LIMIT 1`,
  );
  if (!member) throw new DomainError("not_permitted", "This page is for members. This login isn’t one.");
  const { id, tenantId, environment, aheadMs } = member;
  return {
    kind: "member",
    memberId: id,
    tenantId,
    environment,
    ...inOwnTime(now, aheadMs),
    requestId,
  };
}
