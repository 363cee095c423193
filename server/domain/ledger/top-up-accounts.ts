import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import { type Currency, parseCurrency } from "@/server/platform/money";
import type { AccountId, MemberId } from "@/server/platform/noun-ids";
import { fundAccount } from "./fund-account";

const MAX_ACCOUNTS = 100;

/**
 * Brings these members' accounts in the test environment back up to what they were first funded with; what has more
 * keeps it. At most 100 accounts. Touches what `fundAccount` touches; a repeat finds nothing missing. Returns how many
 * were funded.
 */
export async function topUpTestAccounts(input: {
  readonly memberIds: readonly MemberId[];
  readonly now: Date;
}): Promise<number> {
  const low = await query<{ id: AccountId; currency: string; missingMinor: bigint }>(
    getPool(),
    sql`SELECT a.id, a.currency, opening.amount_minor - a.posted_minor AS missing_minor
      FROM accounts a CROSS JOIN LATERAL (
        SELECT e.amount_minor FROM entries e WHERE e.account_id = a.id AND e.amount_minor > 0 ORDER BY e.id LIMIT 1) opening
      WHERE a.kind = 'member' AND a.environment = 'test' AND a.member_id = ANY(${[...input.memberIds]})
        AND opening.amount_minor > a.posted_minor
      ORDER BY a.id LIMIT ${MAX_ACCOUNTS}`,
  );
  for (const { id: accountId, currency, missingMinor: amountMinor } of low) {
    const funding: { currency: Currency; amountMinor: bigint } = { currency: parseCurrency(currency), amountMinor };
    await fundAccount({ accountId, environment: "test", at: input.now, ...funding });
  }
  return low.length;
}
