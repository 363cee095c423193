/** Composable, parameterised SQL. Values become parameters; only `raw` writes text, and it is for names of our own. */
export { default as sql, join, raw, Sql } from "sql-template-tag";
