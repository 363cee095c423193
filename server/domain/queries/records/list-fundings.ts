import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { type Sql, sql } from "@/server/db/sql";
import { type ApiPage, type ApiPosition, apiPage } from "@/server/domain/api-page";
import type { TenantCaller } from "@/server/domain/caller";
import { DomainError, unknownReference } from "@/server/domain/errors";
import { type FundingRecord, findMemberAccount } from "@/server/domain/members";
import type { AccountId } from "@/server/platform/noun-ids";

type Fundings = ApiPosition & { readonly account: AccountId | null };

/** FROM and WHERE for fundings and reversals of the tenant's members, by anyone: audit record `r`, funding `f`. */
function ofTenant({ tenantId, environment }: TenantCaller): Sql {
  return sql`FROM audit_records r JOIN fundings f ON f.audit_record_id = r.id
    WHERE r.action IN ('account.funded', 'account.funding_reversed') AND r.tenant_id = ${tenantId} AND r.environment = ${environment}::environment`;
}

const COLUMNS = sql`r.id, r.created_at, f.posting_id, f.reversed_posting_id, r.subject_id AS account_id`;

/** `found` has rows of `COLUMNS`. */
function read(found: Sql, rest: Sql): Promise<FundingRecord[]> {
  return query(
    getPool(),
    sql`SELECT o.posting_id AS id, o.account_id, a.member_id, p.currency, e.amount_minor, n.reference,
        o.reversed_posting_id AS reverses_id, b.posting_id AS reversed_by_id, p.created_at
      FROM ${found} o JOIN postings p ON p.id = o.posting_id JOIN accounts a ON a.id = o.account_id
        JOIN entries e ON e.posting_id = p.id AND e.account_id = o.account_id
        LEFT JOIN funding_references n ON n.posting_id = p.id
        LEFT JOIN fundings b ON b.reversed_posting_id = p.id
      ${rest}`,
  );
}

/** In the order of their audit records. Throws `invalid_reference` for an account that isn't the tenant's. */
export async function listFundings(
  caller: TenantCaller,
  { account, ...position }: Fundings,
): Promise<ApiPage<FundingRecord>> {
  if (account !== null && !(await findMemberAccount(caller, account))) throw unknownReference("account");
  const fundings = ofTenant(caller);
  const placed = (id: string) => sql`${fundings} AND f.posting_id = ${id}`;
  return apiPage(position, {
    createdAt: sql`r.created_at`,
    id: sql`r.id`,
    columns: COLUMNS,
    rows: fundings,
    isLookedThrough: account !== null,
    placeOf: (id) => ({ createdAt: sql`(SELECT r.created_at ${placed(id)})`, id: sql`(SELECT r.id ${placed(id)})` }),
    read: ({ found, order, limit }) => {
      const wanted =
        account === null
          ? found
          : sql`(SELECT * FROM ${found} l WHERE l.account_id = ${account} ORDER BY ${order} LIMIT ${limit})`;
      const numbered = sql`(SELECT l.*, row_number() OVER (ORDER BY ${order}) AS place FROM ${wanted} l)`;
      return read(numbered, sql`ORDER BY o.place`);
    },
  });
}

/** Throws `funding_not_found`. */
export async function getFunding(caller: TenantCaller, { id }: { readonly id: string }): Promise<FundingRecord> {
  const [funding] = await read(sql`(SELECT ${COLUMNS} ${ofTenant(caller)} AND f.posting_id = ${id})`, sql``);
  if (!funding) throw new DomainError("funding_not_found", "No such funding in this environment.");
  return funding;
}
