import type { AuthorizationStatus } from "@/server/contracts/authorization-statuses";
import { sql } from "@/server/db/sql";
import { type AuthorizationRow, hasStatus, isFoundByStatus, isInState } from "@/server/domain/authorizations";
import { defineList, type List } from "@/server/domain/list";
import {
  everyOf,
  isOwn,
  type Payer,
  type PaymentFilter,
  payerOf,
  paymentCondition,
  type RecordsCaller,
  requireKnown,
  selectPayments,
} from "./payment-filter";

interface AuthorizationRecordFilter extends PaymentFilter {
  readonly status?: AuthorizationStatus | null;
  /** Only those of which something can still be captured. */
  readonly open?: true | null;
}

export interface ListedAuthorization extends AuthorizationRow {
  readonly payer: Payer | null;
}

const OWN = { tenantId: sql`a.tenant_id`, environment: sql`a.environment`, merchantId: sql`a.merchant_id` };

export function authorizationRecordList(
  caller: RecordsCaller,
  filter: AuthorizationRecordFilter,
): List<ListedAuthorization> {
  const { status = null, merchant = null, open = null } = filter;
  return defineList({
    as: sql`a`,
    own: sql`FROM authorizations a WHERE a.parent_id IS NULL AND ${isOwn(caller, null, OWN)}`,
    rows: sql`FROM ${selectPayments(caller, filter) ?? sql`authorizations`} a
      WHERE a.parent_id IS NULL AND ${isOwn(caller, merchant, OWN)}
      AND ${(status && isFoundByStatus(status)) ?? sql`true`} AND ${open ? isInState("held", caller.now) : sql`true`}`,
    span: filter,
    like: everyOf([status && hasStatus(status, caller.now), paymentCondition(filter, COLUMNS)]),
    select: (found) => sql`SELECT a.*, ${payerOf(caller, sql`a`)} AS payer FROM ${found} a`,
    requireKnown: () => requireKnown(caller, filter),
  });
}

const COLUMNS = {
  authorization: sql`a`,
  currency: sql`a.currency`,
  amountMinor: sql`CASE WHEN a.outcome = 'approved' THEN a.family_amount_minor ELSE a.amount_minor END`,
};
