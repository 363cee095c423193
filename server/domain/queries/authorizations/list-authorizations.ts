import type { AuthorizationState } from "@/server/contracts/authorization-statuses";
import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { type Sql, sql } from "@/server/db/sql";
import { type AuthorizationRow, isInState, STATE } from "@/server/domain/authorizations";
import type { StaffCaller } from "@/server/domain/caller";
import { toPage } from "@/server/domain/page";
import { byAmount, byText, type SortKey } from "@/server/domain/sort-keys";
import { type SortedInput, type SortedPage, sortedPage } from "@/server/domain/sorted-page";
import type { MemberId, MerchantId } from "@/server/platform/noun-ids";
import { findNamed } from "./find-named";

export interface AuthorizationFilter {
  readonly state: AuthorizationState | null;
  readonly merchant: MerchantId | null;
  /** One the tenant issues to. */
  readonly member: MemberId | null;
  /** Of when it was requested: from the first, before the second. */
  readonly from: Date | null;
  readonly before: Date | null;
  /** Any id that has to do with an authorization, or a merchant's reference. */
  readonly search: string | null;
}

/** A first authorization with its increments' figures, and who took it. */
export interface TenantAuthorization {
  readonly root: AuthorizationRow;
  readonly merchantName: string;
}

type SortName = "amount" | "merchant" | "status";

const SORT_KEYS: Readonly<Record<SortName, SortKey>> = {
  amount: byAmount(sql`CASE WHEN outcome = 'approved' THEN family_amount_minor ELSE amount_minor END`, sql`currency`),
  merchant: byText(
    sql`coalesce(merchant_name_raw, (SELECT m.name FROM merchants m WHERE m.id = authorizations.merchant_id))`,
  ),
  status: byText(STATE),
};

/**
 * The tenant's first authorizations, newest first or in the order asked for; increments show in their figures. Every
 * filter is a range of an index (decision 030). A hold that is overdue reads as expired at once, and is found among the
 * expired after the sweep, which comes every minute.
 */
export async function listAuthorizations(
  staff: StaffCaller,
  input: AuthorizationFilter & Omit<SortedInput<SortName>, "now">,
): Promise<SortedPage<TenantAuthorization>> {
  const matched = await matching(staff, input);
  return sortedPage(
    { ...input, now: staff.now },
    {
      rows: sql`FROM authorizations WHERE ${matched}`,
      isSummed: true,
      ...{ createdAt: sql`created_at`, id: sql`id`, keys: SORT_KEYS },
      read: (ids) => select(sql`SELECT * FROM authorizations WHERE id = ANY(${ids})`, sql`r.id`),
      idOf: ({ root }) => root.id,
      byTime: async ({ after, order, limit }) => {
        const page = sql`SELECT * FROM authorizations WHERE ${matched} AND ${after} ORDER BY ${order} LIMIT ${limit + 1}`;
        return toPage(await select(page, order), limit, ({ root }) => root);
      },
    },
  );
}

async function select(authorizations: Sql, order: Sql): Promise<TenantAuthorization[]> {
  const rows = await query<AuthorizationRow & { merchantName: string }>(
    getPool(),
    sql`SELECT r.*, (SELECT m.name FROM merchants m WHERE m.id = r.merchant_id) AS merchant_name
      FROM (${authorizations}) r ORDER BY ${order}`,
  );
  return rows.map(({ merchantName, ...root }) => ({ root, merchantName }));
}

/** Condition for what a filter lets through. */
export async function matching(staff: StaffCaller, filter: AuthorizationFilter): Promise<Sql> {
  const { state, search } = filter;
  const named = search === null ? null : await findNamed(staff, search);
  return sql`parent_id IS NULL AND ${ofWhom(staff, filter)} AND ${state ? isInState(state, staff.now) : sql`true`}
    AND ${named === null ? sql`true` : sql`id = ANY(${named})`} AND ${between(filter)} AND ${ofMember(staff, filter)}`;
}

/** A merchant's are its tenant's, so one of the two is enough, and leaves no choice of the wrong index. */
function ofWhom({ tenantId, environment }: StaffCaller, { merchant }: AuthorizationFilter): Sql {
  const own = sql`tenant_id = ${tenantId} AND environment = ${environment}::environment`;
  if (merchant === null) return own;
  return sql`merchant_id = (SELECT id FROM merchants WHERE id = ${merchant} AND ${own})`;
}

/** By the accounts, of which a member has few. */
function ofMember({ tenantId, environment }: StaffCaller, { member }: AuthorizationFilter): Sql {
  if (member === null) return sql`true`;
  return sql`account_id IN (SELECT a.id FROM accounts a JOIN members m ON m.id = a.member_id
    WHERE m.id = ${member} AND m.tenant_id = ${tenantId} AND m.environment = ${environment}::environment)`;
}

function between({ from, before }: AuthorizationFilter): Sql {
  const lower = from ? sql`created_at >= ${from}` : sql`true`;
  return before ? sql`${lower} AND created_at < ${before}` : lower;
}
