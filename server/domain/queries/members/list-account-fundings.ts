import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import type { RecordId } from "@/server/platform/ids";
import type { Currency } from "@/server/platform/money";
import type { AccountId } from "@/server/platform/noun-ids";

export interface AccountFunding {
  readonly id: RecordId;
  readonly accountId: AccountId;
  readonly currency: Currency;
  readonly amountMinor: bigint;
  readonly reference: string | null;
  readonly createdAt: Date;
  readonly isReversed: boolean;
}

const MOST = 5;

export function listAccountFundings(accountIds: readonly AccountId[]): Promise<AccountFunding[]> {
  return query<AccountFunding>(
    getPool(),
    sql`SELECT f.* FROM unnest(${[...accountIds]}::text[]) AS wanted (id) CROSS JOIN LATERAL (
        SELECT p.id, e.account_id, e.currency, e.amount_minor, n.reference, p.created_at,
          b.posting_id IS NOT NULL AS is_reversed
        FROM entries e JOIN postings p ON p.id = e.posting_id AND p.kind = 'funding' JOIN fundings f ON f.posting_id = p.id
          LEFT JOIN funding_references n ON n.posting_id = p.id
          LEFT JOIN fundings b ON b.reversed_posting_id = p.id
        WHERE e.account_id = wanted.id AND e.amount_minor > 0 ORDER BY e.id DESC LIMIT ${MOST}) f`,
  );
}
