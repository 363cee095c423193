import pg from "pg";

/** Override the server's defaults: the queries' guards rely on READ COMMITTED. */
const SETTINGS: Readonly<Record<string, string>> = {
  // A query that runs longer is a bug and must not keep holding locks.
  statement_timeout: "15s",
  idle_in_transaction_session_timeout: "15s",
  TimeZone: "UTC",
  // A page's large count must not occupy several cores while payments wait.
  max_parallel_workers_per_gather: "0",
  default_transaction_isolation: "read committed",
  random_page_cost: "1.1",
  // Compiling would take longer than any query here.
  jit: "off",
};

/**
 * Plans are cached per connection, so a table that was small when planned would be scanned even after it has grown. This forces
 * index look-ups.
 */
const LOOKS_UP = "SET enable_seqscan = off";

export interface Session {
  readonly looksUp: boolean;
}

const pairs = () => Object.entries(SETTINGS).map(([name, value]) => `${name} = ${pg.escapeLiteral(value)}`);

/** For connections that stay ours. Sent as a query, because poolers refuse them as startup parameters. */
export function settingsOfSession({ looksUp }: Session): string {
  return [...pairs().map((pair) => `SET ${pair}`), ...(looksUp ? [LOOKS_UP] : [])].join("; ");
}

/**
 * For poolers in transaction mode: stored as the role's defaults in this database. There, queries are planned each time, so
 * sequential scans stay enabled.
 */
export function settingsOfRole(database: string): readonly string[] {
  const role = `ALTER ROLE CURRENT_USER IN DATABASE ${pg.escapeIdentifier(database)} SET`;
  return pairs().map((pair) => `${role} ${pair}`);
}
