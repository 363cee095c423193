import { createHash } from "node:crypto";
import pg from "pg";
import type { Sql } from "@/server/db/sql";
import { keepsSession } from "./client";
import { isOfItsPlace, isOfStandby, translateError } from "./errors";
import { getPrimaryPool, isReplica } from "./pool";
import type { PrismaTransaction } from "./prisma";
import { pauseReplica } from "./replica-rest";

export type Connection = pg.Pool | pg.ClientBase;

export type Queryable = Connection | PrismaTransaction;

const { builtins } = pg.types;

/** Parses bigint and date like Prisma does, so that one row type fits both. */
const types: pg.CustomTypesConfig = {
  getTypeParser(oid: number, format?: "text" | "binary") {
    if (oid === builtins.INT8) return BigInt;
    if (oid === builtins.DATE) return (text: string) => new Date(`${text}T00:00:00.000Z`);
    return pg.types.getTypeParser(oid, format as "text");
  },
};

type AnyRow = Record<string, unknown>;

interface Prepared {
  readonly name: string;
  columns: Columns | null;
}

interface Columns {
  readonly names: readonly string[];
  readonly ours: readonly string[];
}

const prepared = new Map<string, Prepared>();

/** Query texts are few and fixed, since values are parameters, so each is prepared once per connection. */
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

/** A query's columns change only if it selects `*` and the table gained one. */
function columnsOf(of: Prepared, fields: readonly pg.FieldDef[]): Columns {
  const { columns } = of;
  if (columns?.names.length === fields.length && fields.every(({ name }, at) => name === columns.names[at])) {
    return columns;
  }
  const names = fields.map(({ name }) => name);
  const ours = names.map(camelCase);
  of.columns = { names, ours };
  return of.columns;
}

function toRows(of: Prepared, { fields, rows }: pg.QueryArrayResult): AnyRow[] {
  if (rows.length === 0) return [];
  const { ours } = columnsOf(of, fields);
  return rows.map((values) => {
    const row: AnyRow = {};
    ours.forEach((name, at) => {
      row[name] = values[at];
    });
    return row;
  });
}

/** Uses array rows: objects with the driver's column names would cost twice as much. */
async function run(client: pg.ClientBase, { text, values }: Sql): Promise<AnyRow[]> {
  const of = preparedAs(text);
  const name = keepsSession(client) ? of.name : undefined;
  return toRows(of, await client.query({ name, text, values, types, rowMode: "array" }));
}

/**
 * `pool.query` drops its connection on every error, but refused repeats and failed guards are routine errors here. Only errors
 * that don't come from the database mean a broken connection.
 */
async function runOnce(pool: pg.Pool, query: Sql): Promise<AnyRow[]> {
  const client = await pool.connect();
  try {
    const rows = await run(client, query);
    client.release();
    return rows;
  } catch (error) {
    client.release(!(error instanceof pg.DatabaseError) || error.severity === "FATAL" || isOfStandby(error));
    throw error;
  }
}

/** Retries a read on the primary if the replica is unavailable or its replay conflicts with the read. */
function runSomewhere(pool: pg.Pool, query: Sql): Promise<AnyRow[]> {
  const rows = runOnce(pool, query);
  if (!isReplica(pool)) return rows;
  return rows.catch((error: Error) => {
    if (!isOfItsPlace(error)) throw error;
    pauseReplica(error.message);
    return runOnce(getPrimaryPool(), query);
  });
}

async function runInPrisma(db: PrismaTransaction, { text, values }: Sql): Promise<AnyRow[]> {
  const rows = await db.$queryRawUnsafe<AnyRow[]>(text, ...values);
  return rows.map((row) => Object.fromEntries(Object.entries(row).map(([name, value]) => [camelCase(name), value])));
}

function runOn(db: Queryable, query: Sql): Promise<AnyRow[]> {
  if (db instanceof pg.Pool) return runSomewhere(db, query);
  return "$queryRawUnsafe" in db ? runInPrisma(db, query) : run(db, query);
}

/** Runs one prepared statement. Columns come back in camelCase, bigint as BigInt. */
export async function query<Row>(db: Queryable, query: Sql): Promise<Row[]> {
  return (await runOn(db, query).catch(translateError)) as Row[];
}
