import { Prisma } from "@/prisma/generated/client";
import { raw, type Sql, sql } from "@/server/db/sql";
import type { WithNouns } from "./row-ids";

/** `PaymentCode` → `payment_code`, for table and column names. */
type SnakeCase<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${SnakeCase<Rest>}`
  : "";

type Plural<Name extends string> = Name extends `${infer Stem}ry`
  ? `${Stem}ries`
  : Name extends `${infer Stem}dy`
    ? `${Stem}dies`
    : Name extends `${string}ch`
      ? `${Name}es`
      : `${Name}s`;

type ModelOf = { [Model in Prisma.ModelName as Plural<SnakeCase<Uncapitalize<Model>>>]: Model };

export type Table = keyof ModelOf;

/** What the database writes itself. */
export const FILLED = {
  audit_records: "number",
  disputes: "returnedBeforeMinor",
  engine_events: "sequence",
  entries: "id",
} as const;

type Stored = { [T in Table]: WithNouns<T, Prisma.TypeMap["model"][ModelOf[T]]["payload"]["scalars"]> };
type NewRows = {
  [T in Table]: T extends keyof typeof FILLED ? Omit<Stored[T], (typeof FILLED)[T]> : Stored[T];
};

export type NewRow<T extends Table> = NewRows[T];

export function snakeCase(name: string): string {
  return name.replace(/(?<!^)[A-Z]/g, (letter) => `_${letter}`).toLowerCase();
}

export function tableOf(model: Prisma.ModelName): Table {
  const name = snakeCase(model);
  return (/[rd]y$/.test(name) ? `${name.slice(0, -1)}ies` : name.endsWith("ch") ? `${name}es` : `${name}s`) as Table;
}

function describe(model: Prisma.ModelName) {
  const table = tableOf(model);
  const filled = table in FILLED ? FILLED[table as keyof typeof FILLED] : null;
  const columns = Object.keys(Prisma[`${model}ScalarFieldEnum`])
    .filter((field) => field !== filled)
    .map(snakeCase);
  return [
    table,
    { list: raw(columns.join(", ")), row: raw(columns.map((column) => `r.${column}`).join(", ")) },
  ] as const;
}

export const columnsOf = Object.fromEntries(Object.values(Prisma.ModelName).map(describe)) as Record<
  Table,
  { readonly list: Sql; readonly row: Sql }
>;

export const TABLES = Object.values(Prisma.ModelName).map(tableOf);

const columnNames = new Map<string, string>();

function columnName(field: string): string {
  const known = columnNames.get(field);
  if (known) return known;
  const name = snakeCase(field);
  columnNames.set(field, name);
  return name;
}

/**
 * Rows as a JSON parameter with column names. bigint becomes text, since JSON has none; nulls are left out, because absent
 * columns read as null.
 */
export function rowsAsJson(rows: readonly object[]): string {
  return JSON.stringify(rows.map(toColumns));
}

function toColumns(row: object): Readonly<Record<string, unknown>> {
  const columns: Record<string, unknown> = {};
  for (const [field, value] of Object.entries(row)) {
    if (value === undefined || value === null) continue;
    columns[columnName(field)] = typeof value === "bigint" ? value.toString() : value;
  }
  return columns;
}

export function changeRow<T extends Table>(table: T, id: string, changes: Partial<NewRow<T>>): Sql {
  const names = Object.keys(changes).map(snakeCase);
  return sql`UPDATE ${raw(table)} SET (${raw(names.join(", "))}) = (SELECT ${raw(names.map((name) => `r.${name}`).join(", "))}
      FROM json_populate_recordset(NULL::${raw(table)}, ${rowsAsJson([changes])}::json) r)
    WHERE ${raw(table)}.id = ${id}`;
}

/**
 * A FROM item `name` with these rows, for an `UPDATE` of the rows that they identify. The planner can't see how many rows the
 * JSON has: it would guess a hundred and scan a table of a few thousand rows for one or two. With the limit it uses the index,
 * and so locks rows in the given order.
 */
export function namingRows(name: string, columns: string, rows: readonly object[]): Sql {
  return sql`(SELECT * FROM json_to_recordset(${rowsAsJson(rows)}::json) AS r(${raw(columns)})
    LIMIT ${rows.length}::bigint) AS ${raw(name)}`;
}

/**
 * Inserts whole rows if the CTE `guard` returned a row. All rows travel as one JSON parameter, so that the query's text
 * never depends on their number.
 */
export function insertRows<T extends Table>(table: T, rows: readonly NewRow<T>[], guard: string): Sql {
  const columns = columnsOf[table];
  return sql`INSERT INTO ${raw(table)} (${columns.list})
    SELECT ${columns.row} FROM ${raw(guard)}, json_populate_recordset(NULL::${raw(table)}, ${rowsAsJson(rows)}::json) r
    RETURNING 1`;
}
