import { type Queryable, query } from "@/server/db/query";
import { type Sql, sql } from "@/server/db/sql";
import type { MemberId, TenantId } from "@/server/platform/noun-ids";
import type { NetworkCaller, TenantCaller } from "../caller";
import { DomainError, noSuch } from "../errors";
import { DEMO_MEMBER } from "../users";

export interface OwnMember {
  readonly id: MemberId;
  readonly name: string;
  readonly externalId: string | null;
  readonly email: string | null;
  readonly metadata: unknown;
  readonly tenantId: TenantId;
}

/** Member `m` of the public sandbox: with a publicly known login, with the always-declining cards, or the demo's payer. */
export const IS_SHARED = sql`(m.id = ${DEMO_MEMBER} OR EXISTS (SELECT 1 FROM roles r JOIN users u ON u.id = r.user_id
    WHERE r.member_id = m.id AND u.is_shared)
  OR EXISTS (SELECT 1 FROM cards s WHERE s.member_id = m.id AND s.always_declines_with IS NOT NULL))`;

/**
 * Locks a member of the caller's tenant, or for the network of any. `which` names it by `m.id`. Throws `not_found`, for
 * programs `member_not_found`; `not_permitted` for an erased one, and for a tenant's access to the public sandbox's members,
 * whose cards answer as documented.
 */
export async function lockOwnMember(
  db: Queryable,
  caller: NetworkCaller | TenantCaller,
  which: Sql,
): Promise<OwnMember> {
  const mine = caller.kind !== "network" ? sql`m.tenant_id = ${caller.tenantId}` : sql`true`;
  const [member] = await query<OwnMember & { isShared: boolean; isErased: boolean }>(
    db,
    sql`SELECT m.id, m.name, m.external_id, m.email, m.metadata, m.tenant_id, ${IS_SHARED} AS is_shared, m.erased_at IS NOT NULL AS is_erased FROM members m
      WHERE m.id = ${which} AND m.environment = ${caller.environment}::environment AND ${mine}
      FOR NO KEY UPDATE OF m`,
  );
  if (!member) throw noSuch(caller, "member", "No such member.");
  if (member.isErased) throw new DomainError("not_permitted", "This member left and was deleted.");
  if (caller.kind !== "network" && member.isShared) {
    throw new DomainError("not_permitted", "This sandbox member is shared and stays as documented.");
  }
  return member;
}
