import { getPool } from "@/server/db/pool";
import { type Queryable, query } from "@/server/db/query";
import { type Sql, sql } from "@/server/db/sql";
import { isRecordId } from "@/server/platform/ids";
import type { Currency } from "@/server/platform/money";
import type { AccountId, MemberId, TenantId } from "@/server/platform/noun-ids";
import type { Environment, NetworkCaller, TenantCaller } from "../caller";
import { DomainError, notFoundFor } from "../errors";
import { DEMO_MEMBER } from "../users";

export interface FoundAccount {
  readonly id: AccountId;
  readonly currency: Currency;
  readonly memberId: MemberId;
  readonly tenantId: TenantId;
}

interface Finder {
  readonly environment: Environment;
  readonly tenantId?: TenantId;
}

/** Any tenant's account, or for a tenant its own. */
export async function findMemberAccount(caller: Finder, id: string): Promise<FoundAccount | null> {
  const { environment, tenantId = null } = caller;
  const [account] = isRecordId(id)
    ? await query<FoundAccount>(
        getPool(),
        sql`SELECT a.id, a.currency, a.member_id, m.tenant_id FROM accounts a JOIN members m ON m.id = a.member_id
          WHERE a.id = ${id} AND a.environment = ${environment}::environment
            AND (${tenantId}::text IS NULL OR m.tenant_id = ${tenantId})`,
      )
    : [];
  return account ?? null;
}

/** Throws `account_not_found`. */
export async function getMemberAccount(caller: Finder, id: string): Promise<FoundAccount> {
  const account = await findMemberAccount(caller, id);
  if (!account) throw new DomainError("account_not_found", "No such account in this environment.");
  return account;
}

export async function isOwnMember({ tenantId, environment }: TenantCaller, id: MemberId): Promise<boolean> {
  const found = await query(
    getPool(),
    sql`SELECT 1 FROM members WHERE id = ${id} AND tenant_id = ${tenantId} AND environment = ${environment}::environment AND erased_at IS NULL`,
  );
  return found.length > 0;
}

/** One row, locked until what rests on it is written; none for an erased member. */
export function selectPresent(id: MemberId): Sql {
  return sql`SELECT 1 AS is_present FROM members WHERE id = ${id} AND erased_at IS NULL FOR SHARE`;
}

/** Which of these external ids and lowercase emails the tenant's members already have. */
export async function findNoted(
  db: Queryable,
  { tenantId, environment }: Pick<TenantCaller, "tenantId" | "environment">,
  { externalIds, emails }: { readonly externalIds: readonly string[]; readonly emails: readonly string[] },
): Promise<{ readonly externalIds: readonly string[]; readonly emails: readonly string[] }> {
  const rows = await query<{ externalId: string | null; email: string | null }>(
    db,
    sql`SELECT m.external_id, NULL AS email FROM members m
      WHERE m.tenant_id = ${tenantId} AND m.environment = ${environment}::environment
        AND m.external_id = ANY(${[...externalIds]}::text[])
      UNION SELECT NULL, lower(m.email) FROM members m
      WHERE m.tenant_id = ${tenantId} AND m.environment = ${environment}::environment AND m.email IS NOT NULL
        AND lower(m.email) = ANY(${[...emails]}::text[])`,
  );
  return {
    externalIds: rows.flatMap(({ externalId }) => externalId ?? []),
    emails: rows.flatMap(({ email }) => email ?? []),
  };
}

/** Of concurrent reversals on it, the others then see the first. */
export async function lockFloat(db: Queryable, accountId: AccountId): Promise<void> {
  await query(db, sql`SELECT 1 FROM accounts WHERE id = ${accountId} AND kind = 'float' FOR NO KEY UPDATE`);
}

export interface TenantMember {
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
): Promise<TenantMember> {
  const mine = caller.kind !== "network" ? sql`m.tenant_id = ${caller.tenantId}` : sql`true`;
  const [member] = await query<TenantMember & { isShared: boolean; isErased: boolean }>(
    db,
    sql`SELECT m.id, m.name, m.external_id, m.email, m.metadata, m.tenant_id, ${IS_SHARED} AS is_shared, m.erased_at IS NOT NULL AS is_erased FROM members m
      WHERE m.id = ${which} AND m.environment = ${caller.environment}::environment AND ${mine}
      FOR NO KEY UPDATE OF m`,
  );
  if (!member) throw notFoundFor(caller, "member", "No such member.");
  if (member.isErased) throw new DomainError("not_permitted", "This member left and was deleted.");
  if (caller.kind !== "network" && member.isShared) {
    throw new DomainError("not_permitted", "This sandbox member is shared and stays as documented.");
  }
  return member;
}
