import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { type Sql, sql } from "@/server/db/sql";
import { type ApiPage, type ApiPosition, apiPage } from "@/server/domain/api-page";
import type { TenantCaller } from "@/server/domain/caller";
import { ACCOUNT_COLUMNS, type OwnedAccount } from "@/server/domain/members";
import { requireKnown, type TenantReader } from "./payment-filter";

interface AccountFilter extends ApiPosition {
  readonly member: string | null;
  readonly currency: string | null;
  /** `closed`: its member has left. */
  readonly status: OwnedAccount["status"] | null;
  /** Only accounts with money on them, or held. */
  readonly isNonZero: boolean;
}

const FROM = sql`FROM members m JOIN accounts a ON a.member_id = m.id`;
const PLACE = { createdAt: sql`m.created_at`, id: sql`(m.id || a.id)` };

const isOwn = ({ tenantId, environment }: Pick<TenantCaller, "tenantId" | "environment">): Sql =>
  sql`m.tenant_id = ${tenantId} AND m.environment = ${environment}::environment`;

/**
 * The accounts of the tenant's members, the newest members' first. Throws `invalid_reference` for a cursor or member that isn't
 * the tenant's.
 */
export async function listAccountRecords(caller: TenantReader, filter: AccountFilter): Promise<ApiPage<OwnedAccount>> {
  const { member, currency, status, isNonZero } = filter;
  const page = await apiPage<OwnedAccount>(filter, {
    ...PLACE,
    columns: sql`m.created_at, m.id || a.id AS id, a.id AS account_id`,
    rows: sql`${FROM} WHERE ${isOwn(caller)} AND (${member}::text IS NULL OR m.id = ${member})
      AND (${currency}::text IS NULL OR a.currency = ${currency})
      AND (${status}::text IS NULL OR ${status}::text = CASE WHEN m.erased_at IS NULL THEN 'open' ELSE 'closed' END)
      AND (NOT ${isNonZero}::boolean OR a.posted_minor <> 0 OR a.held_minor <> 0)`,
    isLookedThrough: false,
    placeOf: (id) => ({
      createdAt: sql`(SELECT m.created_at ${FROM} WHERE a.id = ${id} AND ${isOwn(caller)})`,
      id: sql`(SELECT m.id || a.id ${FROM} WHERE a.id = ${id} AND ${isOwn(caller)})`,
    }),
    read: ({ found, order }) =>
      query<OwnedAccount>(
        getPool(),
        sql`SELECT ${ACCOUNT_COLUMNS} FROM (SELECT f.account_id, row_number() OVER (ORDER BY ${order}) AS place FROM ${found} f) f
          JOIN accounts a ON a.id = f.account_id ORDER BY f.place`,
      ),
  });
  if (page.items.length === 0) await requireKnown(caller, { merchant: null, member });
  return page;
}
