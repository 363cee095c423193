/** Composable, parameterized SQL. Values become parameters; `raw` inserts text and is only for our own names. */
export { default as sql, join, raw, Sql } from "sql-template-tag";
