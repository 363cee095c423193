import { type Queryable, query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import type { Currency } from "@/server/platform/money";
import type { AccountId, MemberId } from "@/server/platform/noun-ids";

const MAX_ACCOUNTS = 100;

export interface LowAccount {
  readonly id: AccountId;
  readonly currency: Currency;
  readonly missingMinor: bigint;
}

interface Low {
  readonly memberIds: readonly MemberId[];
  /** Only accounts that can spend less than this; without it, those below their first funding. */
  readonly availableBelowMinor?: bigint;
}

/** These members' test accounts below their first funding, held money included (see `availableBelowMinor`). At most 100. */
export async function listLowTestAccounts(
  db: Queryable,
  { memberIds, availableBelowMinor }: Low,
): Promise<LowAccount[]> {
  const isByAvailable = availableBelowMinor !== undefined;
  const balance = isByAvailable ? sql`(a.posted_minor - a.held_minor)` : sql`a.posted_minor`;
  const isLow = isByAvailable ? sql`${balance} < ${availableBelowMinor}` : sql`true`;
  return query<LowAccount>(
    db,
    sql`SELECT a.id, a.currency, opening.amount_minor - ${balance} AS missing_minor
      FROM accounts a CROSS JOIN LATERAL (
        SELECT e.amount_minor FROM entries e WHERE e.account_id = a.id AND e.amount_minor > 0 ORDER BY e.id LIMIT 1) opening
      WHERE a.kind = 'member' AND a.environment = 'test' AND a.member_id = ANY(${[...memberIds]})
        AND opening.amount_minor > ${balance} AND ${isLow}
      ORDER BY a.id LIMIT ${MAX_ACCOUNTS}`,
  );
}
