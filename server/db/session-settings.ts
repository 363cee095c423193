import pg from "pg";

/** Whatever the server's defaults are: the guards of our statements are made for READ COMMITTED. */
const SETTINGS: Readonly<Record<string, string>> = {
  // A statement that runs longer than this is a fault; it must not hold locks that others wait for.
  statement_timeout: "15s",
  idle_in_transaction_session_timeout: "15s",
  TimeZone: "UTC",
  // A page that counts much may not take a core for each of its workers while a till waits for one.
  max_parallel_workers_per_gather: "0",
  default_transaction_isolation: "read committed",
  random_page_cost: "1.1",
  // Compiling takes longer than any statement of ours.
  jit: "off",
};

/**
 * Plans are made once for a connection, by what tables held then: one that was small is still read as a whole when it has
 * grown. What is asked for by a key is looked up by its index, however few rows there are.
 */
const LOOKS_UP = "SET enable_seqscan = off";

export interface Session {
  readonly looksUp: boolean;
}

const pairs = () => Object.entries(SETTINGS).map(([name, value]) => `${name} = ${pg.escapeLiteral(value)}`);

/** For a connection that is ours as long as it is open. By a statement: poolers refuse them as startup parameters. */
export function settingsOfSession({ looksUp }: Session): string {
  return [...pairs().map((pair) => `SET ${pair}`), ...(looksUp ? [LOOKS_UP] : [])].join("; ");
}

/**
 * Where a pooler changes the connection at each transaction, they are the role's own in this database. Statements are planned
 * each time there, by what tables hold, so nothing has to be looked up by force.
 */
export function settingsOfRole(database: string): readonly string[] {
  const role = `ALTER ROLE CURRENT_USER IN DATABASE ${pg.escapeIdentifier(database)} SET`;
  return pairs().map((pair) => `${role} ${pair}`);
}
