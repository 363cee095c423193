import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import { isRecordId } from "@/server/platform/ids";
import type { Currency } from "@/server/platform/money";
import type { AccountId, MemberId, TenantId } from "@/server/platform/noun-ids";
import type { Environment, TenantCaller } from "../caller";
import { DomainError } from "../errors";

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
