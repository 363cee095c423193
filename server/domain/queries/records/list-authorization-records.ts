import type { AuthorizationStatus } from "@/server/contracts/authorization-statuses";
import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { type Sql, sql } from "@/server/db/sql";
import { type ApiPage, apiPage } from "@/server/domain/api-page";
import { type AuthorizationRow, hasStatus, isFoundByStatus, isInState } from "@/server/domain/authorizations";
import {
  isLike,
  isLookedFor,
  isOwn,
  type Payer,
  type PaymentFilter,
  payerOf,
  type RecordsCaller,
  requireKnown,
  selectPayments,
} from "./payment-filter";

export interface AuthorizationRecordFilter extends PaymentFilter {
  readonly status: AuthorizationStatus | null;
  /** Only those of which something can still be captured. */
  readonly isOpen: boolean;
}

export interface ListedAuthorization extends AuthorizationRow {
  readonly payer: Payer | null;
}

/**
 * A walk by pages meets each once. Throws `invalid_reference` for a foreign cursor, merchant, or member, `validation_error`.
 */
export async function listAuthorizationRecords(
  caller: RecordsCaller,
  filter: AuthorizationRecordFilter,
): Promise<ApiPage<ListedAuthorization>> {
  const { status, merchant, isOpen } = filter;
  const own = { tenantId: sql`a.tenant_id`, environment: sql`a.environment`, merchantId: sql`a.merchant_id` };
  const page = await apiPage(filter, {
    createdAt: sql`a.created_at`,
    id: sql`a.id`,
    columns: sql`a.*`,
    rows: sql`FROM ${selectPayments(caller, filter) ?? sql`authorizations`} a
      WHERE a.parent_id IS NULL AND ${isOwn(caller, merchant, own)}
      AND ${(status && isFoundByStatus(status)) ?? sql`true`} AND ${isOpen ? isInState("held", caller.now) : sql`true`}`,
    span: filter,
    isLookedThrough: status !== null || isLookedFor(filter),
    placeOf: (id) => ({ createdAt: placeOf(caller, id), id: sql`${id}` }),
    read: ({ found, order, limit }) =>
      query<ListedAuthorization>(
        getPool(),
        sql`SELECT a.*, ${payerOf(caller, sql`a`)} AS payer FROM ${found} a WHERE ${status === null ? sql`true` : hasStatus(status, caller.now)}
          AND ${isLookedFor(filter) ? isLike(filter, COLUMNS) : sql`true`} ORDER BY ${order} LIMIT ${limit}`,
      ),
  });
  if (page.items.length === 0) await requireKnown(caller, filter);
  return page;
}

const COLUMNS = {
  authorization: sql`a`,
  currency: sql`a.currency`,
  amountMinor: sql`CASE WHEN a.outcome = 'approved' THEN a.family_amount_minor ELSE a.amount_minor END`,
};

function placeOf(caller: RecordsCaller, id: string): Sql {
  const own = { tenantId: sql`p.tenant_id`, environment: sql`p.environment`, merchantId: sql`p.merchant_id` };
  return sql`(SELECT p.created_at FROM authorizations p WHERE p.id = ${id} AND ${isOwn(caller, null, own)}
    AND p.parent_id IS NULL)`;
}
