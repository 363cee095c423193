import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import { findFundingNumbers } from "@/server/domain/bank";
import type { OperatorCaller } from "@/server/domain/caller";
import { hasText } from "@/server/domain/has-text";
import type { AccountId } from "@/server/platform/noun-ids";

export interface FundableAccount {
  readonly id: AccountId;
  readonly kind: "member" | "float";
  readonly memberName: string | null;
  readonly externalId: string | null;
  readonly fundingNumber: bigint;
  readonly tenantTitle: string;
}

const MOST = 8;

/** Accounts of members, and floats of tenants, by a part of the name, an id of account or member, or a funding reference. */
export function findFundableAccounts(
  { environment }: OperatorCaller,
  { search, currency }: { readonly search: string; readonly currency: string },
): Promise<FundableAccount[]> {
  const numbers = findFundingNumbers(search).map(String);
  const isReferred = sql`a.funding_number = ANY(${numbers}::bigint[])`;
  return query<FundableAccount>(
    getPool(),
    sql`(SELECT a.id, a.kind, m.name AS member_name, m.external_id, a.funding_number, t.title AS tenant_title
        FROM members m JOIN accounts a ON a.member_id = m.id JOIN tenants t ON t.id = m.tenant_id
        WHERE m.environment = ${environment}::environment AND m.erased_at IS NULL AND a.currency = ${currency}
          AND (${hasText(sql`m.name`, search)} OR ${search} IN (m.id, a.id, m.external_id) OR ${isReferred})
        ORDER BY m.created_at DESC, a.id LIMIT ${MOST})
      UNION ALL
      (SELECT a.id, a.kind, NULL, NULL, a.funding_number, t.title FROM accounts a JOIN tenants t ON t.id = a.tenant_id
        WHERE a.kind = 'float' AND a.environment = ${environment}::environment AND a.currency = ${currency}
          AND (${hasText(sql`t.title`, search)} OR ${search} IN (t.slug, a.id) OR ${isReferred})
        ORDER BY t.title LIMIT ${MOST})`,
  );
}
