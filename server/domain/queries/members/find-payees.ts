import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import type { TenantCaller } from "@/server/domain/caller";
import type { Currency } from "@/server/platform/money";
import type { AccountId, MemberId } from "@/server/platform/noun-ids";

export interface Payee {
  readonly accountId: AccountId;
  readonly currency: Currency;
  readonly memberId: MemberId;
  readonly externalId: string | null;
  readonly name: string;
}

/** Accounts of the tenant's members, by any of these ids of account, member, or the tenant's own. */
export function findPayees({ tenantId, environment }: TenantCaller, ids: readonly string[]): Promise<Payee[]> {
  return query<Payee>(
    getPool(),
    sql`SELECT a.id AS account_id, a.currency, m.id AS member_id, m.external_id, m.name
      FROM members m JOIN accounts a ON a.member_id = m.id
      WHERE m.tenant_id = ${tenantId} AND m.environment = ${environment}::environment AND m.erased_at IS NULL
        AND (m.external_id = ANY(${[...ids]}::text[]) OR m.id = ANY(${[...ids]}::text[]) OR a.id = ANY(${[...ids]}::text[]))
      ORDER BY a.created_at, a.id`,
  );
}
