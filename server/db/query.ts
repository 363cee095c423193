import { createHash } from "node:crypto";
import pg from "pg";
import type { Sql } from "@/server/db/sql";
import { keepsSession } from "./client";
import { isOfItsPlace, isOfStandby, translateError } from "./errors";
import { getPrimaryPool, isReplica } from "./pool";
import type { PrismaTransaction } from "./prisma";
import { restReplica } from "./replica-rest";

/** References of the driver's query while it is under way, which its types don't show. */
interface UnderWay {
  text?: unknown;
  values?: unknown;
  _result?: unknown;
  _results?: unknown;
}

type Answer = pg.QueryArrayResult;

/**
 * Sends one statement by the driver's own query, and lets go of all that belonged to it when it is answered: the driver
 * leaves behind an object that V8 counts as old, and what that refers to would grow old with it (decision 123).
 */
async function askDriver(client: pg.ClientBase, config: pg.QueryArrayConfig): Promise<Answer> {
  let settle: ((error: Error | null | undefined, answer: Answer) => void) | null = null;
  const answered = new Promise<Answer>((resolve, reject) => {
    settle = (error, answer) => (error ? reject(error) : resolve(answer));
  });
  const query: pg.Query & UnderWay = new pg.Query(config, (error, answer) => {
    settle?.(error, answer);
    settle = null;
    if (!error) query.text = query.values = query._result = query._results = undefined;
  });
  client.query(query);
  try {
    return await answered;
  } catch (error) {
    // The driver's stack leads to a socket, not to the caller.
    if (error instanceof Error) Error.captureStackTrace(error);
    throw error;
  }
}

/** A pool, or one connection of its own or inside a transaction. */
export type Connection = pg.Pool | pg.ClientBase;

/** What a statement can be sent to: the driver, or a transaction of Prisma's. */
export type Queryable = Connection | PrismaTransaction;

const { builtins } = pg.types;

/** bigint and date as Prisma gives them, so that one row type serves both ways of reading. */
const types: pg.CustomTypesConfig = {
  getTypeParser(oid: number, format?: "text" | "binary") {
    if (oid === builtins.INT8) return BigInt;
    if (oid === builtins.DATE) return (text: string) => new Date(`${text}T00:00:00.000Z`);
    return pg.types.getTypeParser(oid, format as "text");
  },
};

/** A row by our names of its columns. */
type AnyRow = Record<string, unknown>;

/** A statement that was prepared, by its text. */
interface Prepared {
  readonly name: string;
  /** Null until its rows have come once. */
  columns: Columns | null;
}

interface Columns {
  /** As the database names them, and as we do. */
  readonly names: readonly string[];
  readonly ours: readonly string[];
  /** A row without values. */
  readonly pattern: Readonly<AnyRow>;
}

const prepared = new Map<string, Prepared>();

/** Statement texts are few and fixed (values travel as parameters), so each is prepared once per connection. */
function preparedAs(text: string): Prepared {
  const known = prepared.get(text);
  if (known) return known;
  const name = createHash("sha256").update(text).digest("base64url").slice(0, 24);
  const made = { name, columns: null };
  prepared.set(text, made);
  return made;
}

function camelCase(column: string): string {
  return column.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

/** The columns of a statement change only when a table that it reads with `*` gains one. */
function columnsOf(of: Prepared, fields: readonly pg.FieldDef[]): Columns {
  const { columns } = of;
  if (columns?.names.length === fields.length && fields.every(({ name }, at) => name === columns.names[at])) {
    return columns;
  }
  const names = fields.map(({ name }) => name);
  const ours = names.map(camelCase);
  of.columns = { names, ours, pattern: Object.fromEntries(ours.map((name) => [name, null])) };
  return of.columns;
}

/** A row begins as a copy of the pattern: V8 makes a dictionary of an object that gets a dozen fields one by one (decision 123). */
function toRows(of: Prepared, { fields, rows }: pg.QueryArrayResult): AnyRow[] {
  if (rows.length === 0) return [];
  const { ours, pattern } = columnsOf(of, fields);
  return rows.map((values) => {
    const row: AnyRow = { ...pattern };
    ours.forEach((name, at) => {
      row[name] = values[at];
    });
    return row;
  });
}

/** The driver gives lists of values: objects by the columns' own names would cost twice as much as ours alone. */
async function run(client: pg.ClientBase, { text, values }: Sql): Promise<AnyRow[]> {
  const of = preparedAs(text);
  const name = keepsSession(client) ? of.name : undefined;
  return toRows(of, await askDriver(client, { name, text, values, types, rowMode: "array" }));
}

/**
 * `pool.query` throws a connection away on every error, and a refused repeat or a failed guard is an error here every
 * day. Only what is not the database's own answer means that the connection is broken.
 */
async function runOnce(pool: pg.Pool, statement: Sql): Promise<AnyRow[]> {
  const client = await pool.connect();
  try {
    const rows = await run(client, statement);
    client.release();
    return rows;
  } catch (error) {
    client.release(!(error instanceof pg.DatabaseError) || error.severity === "FATAL" || isOfStandby(error));
    throw error;
  }
}

/** A read that a replica can't finish, since it is away or the primary's changes were in its way, the primary answers. */
function runSomewhere(pool: pg.Pool, statement: Sql): Promise<AnyRow[]> {
  const rows = runOnce(pool, statement);
  if (!isReplica(pool)) return rows;
  return rows.catch((error: Error) => {
    if (!isOfItsPlace(error)) throw error;
    restReplica(error.message);
    return runOnce(getPrimaryPool(), statement);
  });
}

/** Prisma gives rows by the columns' own names. */
async function runInPrisma(db: PrismaTransaction, { text, values }: Sql): Promise<AnyRow[]> {
  const rows = await db.$queryRawUnsafe<AnyRow[]>(text, ...values);
  return rows.map((row) => Object.fromEntries(Object.entries(row).map(([name, value]) => [camelCase(name), value])));
}

function runOn(db: Queryable, statement: Sql): Promise<AnyRow[]> {
  if (db instanceof pg.Pool) return runSomewhere(db, statement);
  return "$queryRawUnsafe" in db ? runInPrisma(db, statement) : run(db, statement);
}

/** Runs one prepared statement. Columns come back in camelCase, bigint as BigInt. */
export async function query<Row>(db: Queryable, statement: Sql): Promise<Row[]> {
  return (await runOn(db, statement).catch(translateError)) as Row[];
}
