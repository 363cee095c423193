import type { FundingKind } from "@/server/contracts/rest/reading-back/funding-kinds";
import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { type Sql, sql } from "@/server/db/sql";
import { DomainError, unknownReference } from "@/server/domain/errors";
import { defineList, type List, type Span } from "@/server/domain/list";
import { type FundingRecord, KIND_OF_FUNDING } from "@/server/domain/members";
import type { AccountId, MemberId } from "@/server/platform/noun-ids";
import type { TenantReader } from "./payment-filter";

interface FundingFilter extends Span {
  /** Of a member, or a float. */
  readonly account?: AccountId | null;
  readonly member?: MemberId | null;
  readonly externalId?: string | null;
  readonly kind?: FundingKind | null;
}

/** FROM and WHERE for fundings and reversals of the tenant's members, by anyone: audit record `r`, funding `f`. */
function ofTenant({ tenantId, environment }: TenantReader): Sql {
  return sql`FROM audit_records r JOIN fundings f ON f.audit_record_id = r.id
    WHERE r.action IN ('account.funded', 'account.funding_reversed') AND r.tenant_id = ${tenantId} AND r.environment = ${environment}::environment`;
}

const KIND = sql`CASE WHEN f.reversed_posting_id IS NOT NULL THEN 'reversal' ELSE ${KIND_OF_FUNDING} END`;
const COLUMNS = sql`r.id, r.created_at, f.posting_id, f.reversed_posting_id, r.subject_id AS account_id, ${KIND} AS kind`;

/** `fundings` has rows of `COLUMNS`. */
const select = (
  fundings: Sql,
) => sql`SELECT o.posting_id AS id, o.account_id, a.member_id, p.currency, e.amount_minor, o.kind,
    n.reference, o.reversed_posting_id AS reverses_id, b.posting_id AS reversed_by_id, p.created_at
  FROM ${fundings} o JOIN postings p ON p.id = o.posting_id JOIN accounts a ON a.id = o.account_id
    JOIN entries e ON e.posting_id = p.id AND e.account_id = o.account_id
    LEFT JOIN funding_references n ON n.posting_id = p.id
    LEFT JOIN fundings b ON b.reversed_posting_id = p.id`;

/** In the order of their audit records. Throws `invalid_reference` for an account that isn't the tenant's. */
export async function fundingList(
  caller: TenantReader,
  { account = null, member = null, externalId = null, kind = null, ...span }: FundingFilter,
): Promise<List<FundingRecord>> {
  if (account !== null && !(await isOwnAccount(caller, account))) throw unknownReference("account");
  const isFiltered = account !== null || member !== null || externalId !== null || kind !== null;
  const isWanted = sql`(${account}::text IS NULL OR o.account_id = ${account}) AND (${kind}::text IS NULL OR o.kind = ${kind})
    AND (${member}::text IS NULL AND ${externalId}::text IS NULL OR o.account_id IN (
      SELECT a.id FROM accounts a JOIN members m ON m.id = a.member_id
      WHERE m.tenant_id = ${caller.tenantId} AND m.environment = ${caller.environment}::environment
        AND (${member}::text IS NULL OR m.id = ${member}) AND (${externalId}::text IS NULL OR m.external_id = ${externalId})))`;
  return defineList({
    as: sql`o`,
    own: ofTenant(caller),
    columns: COLUMNS,
    createdAt: sql`r.created_at`,
    id: sql`r.id`,
    named: sql`f.posting_id`,
    span,
    like: isFiltered ? isWanted : null,
    select,
  });
}

async function isOwnAccount({ tenantId, environment }: TenantReader, id: AccountId): Promise<boolean> {
  const found = await query(
    getPool(),
    sql`SELECT 1 FROM accounts a LEFT JOIN members m ON m.id = a.member_id
      WHERE a.id = ${id} AND a.environment = ${environment}::environment
        AND (m.tenant_id = ${tenantId} OR (a.kind = 'float' AND a.tenant_id = ${tenantId}))`,
  );
  return found.length > 0;
}

/** Throws `funding_not_found`. */
export async function getFunding(caller: TenantReader, { id }: { readonly id: string }): Promise<FundingRecord> {
  const own = sql`(SELECT ${COLUMNS} ${ofTenant(caller)} AND f.posting_id = ${id})`;
  const [funding] = await query<FundingRecord>(getPool(), select(own));
  if (!funding) throw new DomainError("funding_not_found", "No such funding in this environment.");
  return funding;
}
