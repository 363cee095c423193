import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import type { Currency } from "@/server/platform/money";
import type { AccountId, MemberId } from "@/server/platform/noun-ids";

const MAX_ACCOUNTS = 100;

export interface LowAccount {
  readonly id: AccountId;
  readonly currency: Currency;
  readonly missingMinor: bigint;
}

/**
 * Which of these members' accounts in the test environment have less than they were first funded with, and how much less. At
 * most 100.
 */
export async function listLowTestAccounts(memberIds: readonly MemberId[]): Promise<LowAccount[]> {
  return query<LowAccount>(
    getPool(),
    sql`SELECT a.id, a.currency, opening.amount_minor - a.posted_minor AS missing_minor
      FROM accounts a CROSS JOIN LATERAL (
        SELECT e.amount_minor FROM entries e WHERE e.account_id = a.id AND e.amount_minor > 0 ORDER BY e.id LIMIT 1) opening
      WHERE a.kind = 'member' AND a.environment = 'test' AND a.member_id = ANY(${[...memberIds]})
        AND opening.amount_minor > a.posted_minor
      ORDER BY a.id LIMIT ${MAX_ACCOUNTS}`,
  );
}
