import { Prisma } from "@/prisma/generated/client";
import { raw, type Sql, sql } from "@/server/db/sql";
import type { WithNouns } from "./row-ids";

/** `PaymentCode` → `payment_code`: how tables and columns are named. */
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

/** The models of the schema by the names of their tables; a test compares them with the database's own. */
type ModelOf = { [Model in Prisma.ModelName as Plural<SnakeCase<Uncapitalize<Model>>>]: Model };

export type Table = keyof ModelOf;

/** What the database numbers by itself. */
export const NUMBERED = { audit_records: "number", engine_events: "sequence", entries: "id" } as const;

type Stored = { [T in Table]: WithNouns<T, Prisma.TypeMap["model"][ModelOf[T]]["payload"]["scalars"]> };
type NewRows = {
  [T in Table]: T extends keyof typeof NUMBERED ? Omit<Stored[T], (typeof NUMBERED)[T]> : Stored[T];
};

/** A whole row of a table, as it is inserted. */
export type NewRow<T extends Table> = NewRows[T];

/** `paymentCode` → `payment_code`. */
export function snakeCase(name: string): string {
  return name.replace(/(?<!^)[A-Z]/g, (letter) => `_${letter}`).toLowerCase();
}

export function tableOf(model: Prisma.ModelName): Table {
  const name = snakeCase(model);
  return (/[rd]y$/.test(name) ? `${name.slice(0, -1)}ies` : name.endsWith("ch") ? `${name}es` : `${name}s`) as Table;
}

function describe(model: Prisma.ModelName) {
  const table = tableOf(model);
  const numbered = table in NUMBERED ? NUMBERED[table as keyof typeof NUMBERED] : null;
  const columns = Object.keys(Prisma[`${model}ScalarFieldEnum`])
    .filter((field) => field !== numbered)
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

/** Every table of the schema. */
export const TABLES = Object.values(Prisma.ModelName).map(tableOf);

/** By field: its column's name as it stands in JSON. */
const columnNames = new Map<string, string>();

function columnName(field: string): string {
  const known = columnNames.get(field);
  if (known) return known;
  const name = `"${snakeCase(field)}":`;
  columnNames.set(field, name);
  return name;
}

/**
 * Rows as a JSON parameter with the names of their columns; bigint, which JSON has not, as text. What is null is left out: a
 * column without a value is read as null. Written by hand, since making objects of other names
 * for `JSON.stringify` first costs more.
 */
export function rowsAsJson(rows: readonly object[]): string {
  let text = "[";
  for (const row of rows) text += text === "[" ? rowAsJson(row) : `,${rowAsJson(row)}`;
  return `${text}]`;
}

function rowAsJson(row: object): string {
  const fields = row as Readonly<Record<string, unknown>>;
  let text = "";
  for (const field in fields) {
    const value = fields[field];
    if (value !== undefined && value !== null)
      text += (text === "" ? "{" : ",") + columnName(field) + valueAsJson(value);
  }
  return text === "" ? "{}" : `${text}}`;
}

function valueAsJson(value: NonNullable<unknown>): string {
  if (typeof value === "string") return textAsJson(value);
  if (typeof value === "bigint") return `"${value}"`;
  return JSON.stringify(value);
}

/** Longer ones are quicker looked through by `JSON.stringify`. */
const SHORT = 40;

/** Ids, codes, and names are short and have nothing to escape. */
function textAsJson(text: string): string {
  if (text.length > SHORT) return JSON.stringify(text);
  for (let i = 0; i < text.length; i += 1) {
    const unit = text.charCodeAt(i);
    if (unit < 0x20 || unit > 0x7e || unit === 0x22 || unit === 0x5c) return JSON.stringify(text);
  }
  return `"${text}"`;
}

/** `UPDATE` of the named columns of one row of a table. */
export function changeRow<T extends Table>(table: T, id: string, changes: Partial<NewRow<T>>): Sql {
  const names = Object.keys(changes).map(snakeCase);
  return sql`UPDATE ${raw(table)} SET (${raw(names.join(", "))}) = (SELECT ${raw(names.map((name) => `r.${name}`).join(", "))}
      FROM json_populate_recordset(NULL::${raw(table)}, ${rowsAsJson([changes])}::json) r)
    WHERE ${raw(table)}.id = ${id}`;
}

/**
 * FROM item `name` of these rows, for an `UPDATE` of the rows that they name. The planner can't see how many there are in
 * JSON: it would guess a hundred, and read all of a table of some thousand rows for the one or two of a batch. With the
 * limit it takes them by their index, and so locks them in the order in which they are given.
 */
export function namingRows(name: string, columns: string, rows: readonly object[]): Sql {
  return sql`(SELECT * FROM json_to_recordset(${rowsAsJson(rows)}::json) AS r(${raw(columns)})
    LIMIT ${rows.length}::bigint) AS ${raw(name)}`;
}

/**
 * `INSERT` of whole rows that happens only if the CTE `guard` returned a row. All rows travel as one JSON parameter,
 * so that a table's statement text never changes with their number.
 */
export function insertRows<T extends Table>(table: T, rows: readonly NewRow<T>[], guard: string): Sql {
  const columns = columnsOf[table];
  return sql`INSERT INTO ${raw(table)} (${columns.list})
    SELECT ${columns.row} FROM ${raw(guard)}, json_populate_recordset(NULL::${raw(table)}, ${rowsAsJson(rows)}::json) r
    RETURNING 1`;
}
