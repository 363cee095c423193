import type { INSTRUMENTS } from "@/server/contracts/rest/reading-back/list-fields";
import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { join, type Sql, sql } from "@/server/db/sql";
import type { MerchantCaller, TenantCaller } from "@/server/domain/caller";
import { unknownReference } from "@/server/domain/errors";
import type { Span } from "@/server/domain/list";
import { byAmount } from "@/server/domain/sort-keys";
import { readTenThousandths } from "@/server/platform/money";
import type { AccountId, MemberId } from "@/server/platform/noun-ids";

export type TenantReader = Pick<TenantCaller, "kind" | "tenantId" | "environment" | "now">;

/** A tenant reads the records of all its merchants, a merchant its own. */
export type RecordsCaller = TenantReader | MerchantCaller;

/** Null fields don't filter. */
export interface PaymentFilter extends Span {
  readonly merchant?: string | null;
  readonly member?: string | null;
  /** Card, payment code, or agreement. */
  readonly card?: string | null;
  readonly merchantReference?: string | null;
  readonly metadata?: Readonly<Record<string, string>> | null;
  /** Both included, in any currency. */
  readonly amount?: { readonly gte?: number | undefined; readonly lte?: number | undefined } | null;
  readonly currency?: string | null;
  readonly instrument?: (typeof INSTRUMENTS)[number] | null;
}

/** Null means all of a tenant's. A merchant can only choose itself. */
export function merchantOf(caller: RecordsCaller, merchant: string | null): string | null {
  return caller.kind === "merchant" ? caller.merchantId : merchant;
}

export function isOwn(
  caller: RecordsCaller,
  merchant: string | null,
  of: { readonly tenantId: Sql; readonly environment: Sql; readonly merchantId: Sql },
): Sql {
  const asked = merchantOf(caller, merchant);
  if (asked !== null) return sql`${of.merchantId} = ${selectMerchantId(caller, asked)}`;
  return sql`${of.tenantId} = ${caller.tenantId} AND ${of.environment} = ${caller.environment}::environment`;
}

/** Null if the merchant isn't the caller's, which equals nothing. */
export function selectMerchantId({ tenantId, environment }: RecordsCaller, merchant: string): Sql {
  return sql`(SELECT m.id FROM merchants m WHERE m.id = ${merchant} AND m.tenant_id = ${tenantId}
    AND m.environment = ${environment}::environment)`;
}

/** Names the merchants, so that indexes by merchant apply. */
function ofOwnMerchants(caller: RecordsCaller, merchant: string | null, merchantId: Sql): Sql {
  const asked = merchantOf(caller, merchant);
  if (asked !== null) return sql`${merchantId} = ${selectMerchantId(caller, asked)}`;
  return sql`${merchantId} = ANY(ARRAY(SELECT m.id FROM merchants m
    WHERE m.tenant_id = ${caller.tenantId} AND m.environment = ${caller.environment}::environment))`;
}

function ofMember({ tenantId, environment }: RecordsCaller, member: string): Sql {
  return sql`SELECT a.id FROM accounts a JOIN members m ON m.id = a.member_id
    WHERE m.id = ${member} AND m.tenant_id = ${tenantId} AND m.environment = ${environment}::environment`;
}

/** Roots `a` by payer, found by account, of which a card has one and a member few. Null if no payer is requested. */
function selectPaidBy(caller: RecordsCaller, { member = null, card = null }: PaymentFilter): Sql | null {
  if (member === null && card === null) return null;
  const ofMembers = member === null ? sql`true` : sql`a.account_id IN (${ofMember(caller, member)})`;
  const ofAccounts = (accounts: Sql, isIt: Sql) => sql`SELECT a.* FROM (${accounts} OFFSET 0) o(id)
    CROSS JOIN LATERAL (SELECT x.* FROM authorizations x WHERE x.account_id = o.id AND x.parent_id IS NULL OFFSET 0) a
    WHERE ${isIt}`;
  if (card === null) return ofAccounts(ofMember(caller, member ?? ""), sql`true`);
  const ofCard = sql`SELECT c.account_id FROM cards c WHERE c.id = ${card}`;
  return sql`${ofAccounts(ofCard, sql`a.card_id = ${card} AND ${ofMembers}`)}
    UNION ALL SELECT a.* FROM authorizations a WHERE a.parent_id IS NULL AND a.payment_code_id = ${card} AND ${ofMembers}
    UNION ALL SELECT a.* FROM authorizations a WHERE a.parent_id IS NULL AND a.agreement_id = ${card} AND ${ofMembers}`;
}

/** SELECT of roots with the reference, or with a capture or reversal that has it. */
function selectReferenced(caller: RecordsCaller, merchant: string | null, reference: string): Sql {
  const { tenantId, environment } = caller;
  return sql`SELECT x.root_id FROM authorizations x
      WHERE ${ofOwnMerchants(caller, merchant, sql`x.merchant_id`)} AND x.merchant_reference = ${reference}
    UNION
    SELECT x.root_id FROM captures x
      WHERE ${ofOwnMerchants(caller, merchant, sql`x.merchant_id`)} AND x.merchant_reference = ${reference}
    UNION
    SELECT x.root_id FROM reversals x WHERE x.tenant_id = ${tenantId} AND x.environment = ${environment}::environment
      AND x.merchant_reference = ${reference}`;
}

/**
 * Sub-select of roots with the requested payer or reference; null if neither is requested. `OFFSET 0` reads it first: an order
 * by time would otherwise read all of the tenant's rows to find a few.
 */
export function selectPayments(caller: RecordsCaller, filter: PaymentFilter): Sql | null {
  const { merchant = null, merchantReference = null } = filter;
  const paidBy = selectPaidBy(caller, filter);
  if (paidBy === null && merchantReference === null) return null;
  const isReferenced =
    merchantReference === null ? sql`true` : sql`a.id IN (${selectReferenced(caller, merchant, merchantReference)})`;
  const paid = paidBy === null ? sql`authorizations` : sql`(${paidBy})`;
  return sql`(SELECT a.* FROM ${paid} a WHERE a.parent_id IS NULL AND ${isReferenced} OFFSET 0)`;
}

interface Columns {
  readonly authorization: Sql;
  readonly currency: Sql;
  readonly amountMinor: Sql;
}

/** Condition of the filters without an index; null if none is used. */
export function paymentCondition(filter: PaymentFilter, { authorization, currency, amountMinor }: Columns): Sql | null {
  const { metadata = null, amount = null, instrument = null } = filter;
  if (![metadata, amount, filter.currency ?? null, instrument].some((value) => value !== null)) return null;
  const [from, to] = [amount?.gte, amount?.lte].map((bound) =>
    bound === undefined ? null : readTenThousandths(bound),
  );
  const words = metadata && JSON.stringify(metadata);
  const inTenThousandths = byAmount(amountMinor, currency).value;
  const hasWords = sql`NOT EXISTS (SELECT 1 FROM json_each_text(${words}::json) w
    WHERE ${authorization}.metadata ->> w.key IS DISTINCT FROM w.value)`;
  return sql`(${filter.currency ?? null}::text IS NULL OR ${currency} = ${filter.currency ?? null})
    AND (${from}::bigint IS NULL OR ${inTenThousandths} >= ${from}::bigint)
    AND (${to}::bigint IS NULL OR ${inTenThousandths} <= ${to}::bigint)
    AND (${instrument}::text IS NULL OR ${instrumentOf(authorization)} = ${instrument})
    AND (${words}::text IS NULL OR ${authorization}.metadata IS NOT NULL AND ${hasWords})`;
}

/** All of the conditions; null if there are none. */
export function everyOf(conditions: readonly (Sql | "" | null)[]): Sql | null {
  const given = conditions.filter((condition) => condition !== null && condition !== "");
  return given.length === 0 ? null : join(given, " AND ");
}

export function instrumentOf(authorization: Sql): Sql {
  return sql`CASE WHEN ${authorization}.card_id IS NOT NULL THEN 'card'
    WHEN ${authorization}.payment_code_id IS NOT NULL THEN 'payment_code' ELSE 'agreement' END`;
}

/** The payer of a record, known only to the tenant that issued to them. */
export interface Payer {
  readonly memberId: MemberId;
  readonly accountId: AccountId;
}

/**
 * SQL: the `Payer` as JSON. Null if another tenant issued to them than the one that took the payment, and for a merchant, which
 * issues to nobody.
 */
export function payerOf(caller: Pick<RecordsCaller, "kind">, authorization: Sql): Sql {
  if (caller.kind === "merchant") return sql`NULL::json`;
  return sql`(SELECT json_build_object('memberId', p.id, 'accountId', o.id) FROM accounts o JOIN members p ON p.id = o.member_id
    WHERE o.id = ${authorization}.account_id AND p.tenant_id = ${authorization}.tenant_id)`;
}

/** Throws `invalid_reference` for a merchant or member that is not the tenant's, instead of an empty page. */
export async function requireKnown(
  caller: RecordsCaller,
  { merchant = null, member = null }: { readonly merchant?: string | null; readonly member?: string | null },
): Promise<void> {
  const { tenantId, environment } = caller;
  const isOfTenant = sql`tenant_id = ${tenantId} AND environment = ${environment}::environment`;
  const [known] = await query<{ merchant: boolean; member: boolean }>(
    getPool(),
    sql`SELECT EXISTS (SELECT 1 FROM merchants WHERE id = ${merchant} AND ${isOfTenant}) AS merchant,
      EXISTS (SELECT 1 FROM members WHERE id = ${member} AND ${isOfTenant}) AS member`,
  );
  if (merchant !== null && !known?.merchant) throw unknownReference("merchant");
  if (member !== null && !known?.member) throw unknownReference("member");
}
