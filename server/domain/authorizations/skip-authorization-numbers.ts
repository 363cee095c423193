import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";

const NUMBERS = 10_000_000;
const FEWEST = 100_000;
/** Half of them: whoever loses more than that has drawn from all of them. */
const MOST = NUMBERS / 2;
/** A repeat or a lost race draws a number too, and traffic grows. */
const MARGIN = 4;

/**
 * For a database that holds nothing later than `dataAt`: moves the authorization numbers on, past those that may have been
 * given out since, by four times as many as were drawn in as long a time before. Returns how many were passed over. Once
 * more, and more are.
 */
export async function skipAuthorizationNumbers(input: { readonly dataAt: Date; readonly now: Date }): Promise<number> {
  const { dataAt, now } = input;
  const lostMs = Math.max(0, now.getTime() - dataAt.getTime());
  const before = new Date(dataAt.getTime() - lostMs);
  const [made] = await query<{ count: bigint }>(
    getPool(),
    sql`SELECT count(*) AS count FROM authorizations WHERE created_at > ${before} AND created_at <= ${dataAt}`,
  );
  const passed = Math.min(MOST, Math.max(FEWEST, Number(made?.count ?? 0) * MARGIN));
  // Drawn one by one, which the app's role may; to set a sequence is its owner's.
  await query(
    getPool(),
    sql`SELECT count(nextval('authorization_number_seq')) FROM generate_series(1, ${passed}::bigint)`,
  );
  return passed;
}
