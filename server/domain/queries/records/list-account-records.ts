import { sql } from "@/server/db/sql";
import { defineList, type List } from "@/server/domain/list";
import { ACCOUNT_COLUMNS, type OwnedAccount } from "@/server/domain/members";
import { requireKnown, type TenantReader } from "./payment-filter";

interface AccountFilter {
  readonly member?: string | null;
  readonly currency?: string | null;
  /** `closed`: its member has left. */
  readonly status?: OwnedAccount["status"] | null;
  /** Only accounts with money on them, or held. */
  readonly nonZero?: true | null;
}

/** The accounts of the tenant's members, the newest members' first. */
export function accountList(caller: TenantReader, filter: AccountFilter): List<OwnedAccount> {
  const { member = null, currency = null, status = null, nonZero = null } = filter;
  return defineList({
    as: sql`f`,
    own: sql`FROM members m JOIN accounts a ON a.member_id = m.id
      WHERE m.tenant_id = ${caller.tenantId} AND m.environment = ${caller.environment}::environment`,
    where: sql`(${member}::text IS NULL OR m.id = ${member}) AND (${currency}::text IS NULL OR a.currency = ${currency})
      AND (${status}::text IS NULL OR ${status}::text = CASE WHEN m.erased_at IS NULL THEN 'open' ELSE 'closed' END)
      AND (NOT ${nonZero === true}::boolean OR a.posted_minor <> 0 OR a.held_minor <> 0)`,
    columns: sql`m.created_at, m.id || a.id AS id, a.id AS account_id`,
    createdAt: sql`m.created_at`,
    id: sql`(m.id || a.id)`,
    named: sql`a.id`,
    select: (found) => sql`SELECT ${ACCOUNT_COLUMNS} FROM ${found} f JOIN accounts a ON a.id = f.account_id`,
    requireKnown: () => requireKnown(caller, { member }),
  });
}
