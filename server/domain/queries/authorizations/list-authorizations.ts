import type { AuthorizationState } from "@/server/contracts/authorization-statuses";
import type { WayOfPaying } from "@/server/contracts/choices";
import { AUTHORIZATION_LIST } from "@/server/contracts/lists/tenant";
import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { type Sql, sql } from "@/server/db/sql";
import { type AuthorizationRow, isInState, STATE } from "@/server/domain/authorizations";
import type { StaffCaller } from "@/server/domain/caller";
import { toPage } from "@/server/domain/page";
import { byAmount, byText, type SortKey } from "@/server/domain/sort-keys";
import { type SortedInput, type SortedPage, sortedPage } from "@/server/domain/sorted-page";
import type { MemberId, MerchantId } from "@/server/platform/noun-ids";
import { findNamed, LOOK_BACK } from "./find-named";
import { comparesTo } from "./typed-amount";

export interface AuthorizationFilter {
  readonly state: AuthorizationState | null;
  readonly merchant: MerchantId | null;
  readonly member: MemberId | null;
  /** Time of the request, `from` inclusive, `before` exclusive. */
  readonly from: Date | null;
  readonly before: Date | null;
  readonly currency: string | null;
  /** Decimals of its currency, both inclusive. */
  readonly least: number | null;
  readonly most: number | null;
  readonly reason: string | null;
  readonly way: WayOfPaying | null;
  /** Any id related to an authorization, or a merchant's reference. */
  readonly search: string | null;
}

/** Its figures include increments. */
export interface TenantAuthorization {
  readonly root: AuthorizationRow;
  readonly merchantName: string;
  /** Null for another tenant's member. */
  readonly memberName: string | null;
}

type SortName = "amount" | "merchant" | "status";

const AMOUNT = sql`(CASE WHEN outcome = 'approved' THEN family_amount_minor ELSE amount_minor END)`;

const SORT_KEYS: Readonly<Record<SortName, SortKey>> = {
  amount: byAmount(AMOUNT, sql`currency`),
  merchant: byText(
    sql`coalesce(merchant_name_raw, (SELECT m.name FROM merchants m WHERE m.id = authorizations.merchant_id))`,
  ),
  status: byText(STATE),
};

/**
 * The tenant's roots, newest first or in the order asked for; their figures include increments. Every filter is a range of an
 * index (decision 030). An overdue hold reads as expired at once, but is found among the expired only after the sweep, which
 * runs every minute.
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
      createdAt: sql`created_at`,
      id: sql`id`,
      keys: SORT_KEYS,
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
  const rows = await query<AuthorizationRow & Omit<TenantAuthorization, "root">>(
    getPool(),
    sql`SELECT r.*, ${NAMES_OF_ROW} FROM (${authorizations}) r ORDER BY ${order}`,
  );
  return rows.map(({ merchantName, memberName, ...root }) => ({ root, merchantName, memberName }));
}

/** Names the merchant of payment `r`, and the payer if it is the tenant's own member. */
export const NAMES_OF_ROW = sql`(SELECT m.name FROM merchants m WHERE m.id = r.merchant_id) AS merchant_name,
  (SELECT m.name FROM accounts a JOIN members m ON m.id = a.member_id
    WHERE a.id = r.account_id AND m.tenant_id = r.tenant_id) AS member_name`;

export async function matching(staff: StaffCaller, filter: AuthorizationFilter): Promise<Sql> {
  const { state, search } = filter;
  const named = search === null ? null : await findNamed(staff, search);
  return sql`parent_id IS NULL AND ${ofWhom(staff, filter)} AND ${state ? isInState(state, staff.now) : sql`true`}
    AND ${named === null ? sql`true` : sql`id = ANY(${named})`} AND ${between(filter)} AND ${ofMember(staff, filter)}
    AND ${filter.reason === null ? sql`true` : sql`outcome = 'declined' AND response_code = ${filter.reason}`}
    AND ${amongNewest(staff, filter)}`;
}

/** A merchant implies its tenant, so one condition suffices and leaves the planner no wrong index. */
function ofWhom({ tenantId, environment }: StaffCaller, { merchant }: AuthorizationFilter): Sql {
  const own = sql`tenant_id = ${tenantId} AND environment = ${environment}::environment`;
  if (merchant === null) return own;
  return sql`merchant_id = (SELECT id FROM merchants WHERE id = ${merchant} AND ${own})`;
}

function ofMember({ tenantId, environment }: StaffCaller, { member }: AuthorizationFilter): Sql {
  if (member === null) return sql`true`;
  return sql`account_id IN (SELECT a.id FROM accounts a JOIN members m ON m.id = a.member_id
    WHERE m.id = ${member} AND m.tenant_id = ${tenantId} AND m.environment = ${environment}::environment)`;
}

const PAID_WITH: Readonly<Record<WayOfPaying, Sql>> = {
  card: sql`card_id IS NOT NULL`,
  code: sql`payment_code_id IS NOT NULL`,
  agreement: sql`agreement_id IS NOT NULL`,
};

type UnindexedConditions = {
  readonly [Name in (typeof AUTHORIZATION_LIST.unindexed)[number]]: (
    value: NonNullable<AuthorizationFilter[Name]>,
  ) => Sql;
};

const UNINDEXED_CONDITIONS: UnindexedConditions = {
  currency: (currency) => sql`currency = ${currency}`,
  least: (least) => sql`(${comparesTo(AMOUNT, sql`>=`, least)})`,
  most: (most) => sql`(${comparesTo(AMOUNT, sql`<=`, most)})`,
  way: (way) => PAID_WITH[way],
};

/** Filters without an index apply to the newest payments only, which keeps writes small and pages fast. */
function amongNewest(staff: StaffCaller, filter: AuthorizationFilter): Sql {
  const asked = AUTHORIZATION_LIST.unindexed.flatMap((name) => {
    const value = filter[name];
    return value === null ? [] : [(UNINDEXED_CONDITIONS[name] as (value: string | number) => Sql)(value)];
  });
  if (asked.length === 0) return sql`true`;
  return sql`id IN (SELECT newest.id FROM (
      SELECT id, currency, outcome, amount_minor, family_amount_minor, card_id, payment_code_id, agreement_id
      FROM authorizations
      WHERE parent_id IS NULL AND ${ofWhom(staff, filter)} AND ${between(filter)} AND ${ofMember(staff, filter)}
      ORDER BY created_at DESC, id DESC LIMIT ${LOOK_BACK}
    ) newest WHERE ${asked.reduce((all, one) => sql`${all} AND ${one}`)})`;
}

function between({ from, before }: AuthorizationFilter): Sql {
  const lower = from ? sql`created_at >= ${from}` : sql`true`;
  return before ? sql`${lower} AND created_at < ${before}` : lower;
}
