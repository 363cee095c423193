import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import type { Environment } from "../caller";

/** Minor units. The sums of one currency add up to zero. */
export interface LedgerTotal {
  readonly currency: string;
  readonly kind: "member" | "merchant" | "network" | "fees" | "float";
  readonly accounts: number;
  readonly postedMinor: bigint;
  readonly heldMinor: bigint;
}

/** Snapshots and unfolded entries, in one read. Reads every account of the environment. */
export async function sumBooks({ environment }: { readonly environment: Environment }): Promise<LedgerTotal[]> {
  return query<LedgerTotal>(
    getPool(),
    sql`WITH unfolded AS (
        SELECT account_id, sum(amount_minor) AS amount_minor FROM entries WHERE is_folded = false GROUP BY account_id
      )
      SELECT a.currency, a.kind, count(*)::int AS accounts,
        (sum(a.posted_minor) + coalesce(sum(u.amount_minor), 0))::bigint AS posted_minor,
        sum(a.held_minor)::bigint AS held_minor
      FROM accounts a LEFT JOIN unfolded u ON u.account_id = a.id
      WHERE a.environment = ${environment}::environment
      GROUP BY a.currency, a.kind ORDER BY a.currency, a.kind`,
  );
}
