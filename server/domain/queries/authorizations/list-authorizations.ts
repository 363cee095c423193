import type { AuthorizationState } from "@/server/contracts/authorization-statuses";
import { UNINDEXED_FILTERS, type WayOfPaying } from "@/server/contracts/choices";
import { type Sql, sql } from "@/server/db/sql";
import { isInState, STATE } from "@/server/domain/authorizations";
import type { StaffCaller } from "@/server/domain/caller";
import { defineList, isBetween, type List, type Span } from "@/server/domain/list";
import { byAmount, byText } from "@/server/domain/sort-keys";
import type { MemberId, MerchantId } from "@/server/platform/noun-ids";
import type { ListedAuthorization } from "../records/list-authorization-records";
import { payerOf } from "../records/payment-filter";
import { findNamed, LOOK_BACK } from "./find-named";
import { comparesTo } from "./typed-amount";

export interface AuthorizationFilter extends Span {
  readonly state: AuthorizationState | null;
  readonly merchant: MerchantId | null;
  readonly member: MemberId | null;
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
export interface TenantAuthorization extends ListedAuthorization {
  readonly merchantName: string;
  /** Null for another tenant's member. */
  readonly memberName: string | null;
}

const AMOUNT = sql`(CASE WHEN outcome = 'approved' THEN family_amount_minor ELSE amount_minor END)`;

/**
 * The tenant's roots; their figures include increments. Every filter is a range of an index (decision 030). An overdue hold
 * reads as expired at once, but is found among the expired only after the sweep, which runs every minute.
 */
export async function authorizationList(
  staff: StaffCaller,
  filter: AuthorizationFilter,
): Promise<List<TenantAuthorization, "amount" | "merchant" | "status">> {
  return defineList({
    as: sql`r`,
    own: sql`FROM authorizations r WHERE parent_id IS NULL AND ${ofTenant(staff)}`,
    rows: sql`FROM authorizations r WHERE ${await matching(staff, filter)}`,
    select: selectNamed,
    isCounted: false,
    keys: {
      amount: byAmount(AMOUNT, sql`currency`),
      merchant: byText(sql`coalesce(merchant_name_raw, (SELECT m.name FROM merchants m WHERE m.id = r.merchant_id))`),
      status: byText(STATE),
    },
  });
}

/** With the merchant's name, and the payer's if it is the tenant's own member. */
export const selectNamed = (authorizations: Sql) => sql`SELECT r.*, ${payerOf({ kind: "tenant" }, sql`r`)} AS payer,
    (SELECT m.name FROM merchants m WHERE m.id = r.merchant_id) AS merchant_name,
    (SELECT m.name FROM accounts a JOIN members m ON m.id = a.member_id
      WHERE a.id = r.account_id AND m.tenant_id = r.tenant_id) AS member_name
  FROM ${authorizations} r`;

const ofTenant = ({ tenantId, environment }: StaffCaller) =>
  sql`tenant_id = ${tenantId} AND environment = ${environment}::environment`;

export async function matching(staff: StaffCaller, filter: AuthorizationFilter): Promise<Sql> {
  const { state, search } = filter;
  const named = search === null ? null : await findNamed(staff, search);
  return sql`parent_id IS NULL AND ${ofWhom(staff, filter)} AND ${state ? isInState(state, staff.now) : sql`true`}
    AND ${named === null ? sql`true` : sql`id = ANY(${named})`} AND ${isBetween(sql`created_at`, filter)}
    AND ${ofMember(staff, filter)}
    AND ${filter.reason === null ? sql`true` : sql`outcome = 'declined' AND response_code = ${filter.reason}`}
    AND ${amongNewest(staff, filter)}`;
}

/** A merchant implies its tenant, so one condition suffices and leaves the planner no wrong index. */
function ofWhom(staff: StaffCaller, { merchant }: AuthorizationFilter): Sql {
  if (merchant === null) return ofTenant(staff);
  return sql`merchant_id = (SELECT id FROM merchants WHERE id = ${merchant} AND ${ofTenant(staff)})`;
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
  readonly [Name in (typeof UNINDEXED_FILTERS)[number]]: (value: NonNullable<AuthorizationFilter[Name]>) => Sql;
};

const UNINDEXED_CONDITIONS: UnindexedConditions = {
  currency: (currency) => sql`currency = ${currency}`,
  least: (least) => sql`(${comparesTo(AMOUNT, sql`>=`, least)})`,
  most: (most) => sql`(${comparesTo(AMOUNT, sql`<=`, most)})`,
  way: (way) => PAID_WITH[way],
};

/** Filters without an index apply to the newest payments only, which keeps writes small and pages fast. */
function amongNewest(staff: StaffCaller, filter: AuthorizationFilter): Sql {
  const asked = UNINDEXED_FILTERS.flatMap((name) => {
    const value = filter[name];
    return value === null ? [] : [(UNINDEXED_CONDITIONS[name] as (value: string | number) => Sql)(value)];
  });
  if (asked.length === 0) return sql`true`;
  return sql`id IN (SELECT newest.id FROM (
      SELECT id, currency, outcome, amount_minor, family_amount_minor, card_id, payment_code_id, agreement_id
      FROM authorizations
      WHERE parent_id IS NULL AND ${ofWhom(staff, filter)} AND ${isBetween(sql`created_at`, filter)} AND ${ofMember(staff, filter)}
      ORDER BY created_at DESC, id DESC LIMIT ${LOOK_BACK}
    ) newest WHERE ${asked.reduce((all, one) => sql`${all} AND ${one}`)})`;
}
