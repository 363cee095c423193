import { queryTestDatabase } from "./database-rows";

/** `table.column` of every value in the test's database that contains the text, whatever the column's type. */
export async function findStoredText(text: string): Promise<string[]> {
  const columns = await queryTestDatabase<{ table: string; column: string }>(
    `SELECT c.table_name AS "table", c.column_name AS "column" FROM information_schema.columns c
      JOIN information_schema.tables t USING (table_schema, table_name)
      WHERE c.table_schema = 'public' AND t.table_type = 'BASE TABLE'
        AND NOT (SELECT relispartition FROM pg_class WHERE oid = c.table_name::regclass) ORDER BY 1, 2`,
  );
  const found: string[] = [];
  for (const { table, column } of columns) {
    const hits = await queryTestDatabase(
      `SELECT 1 FROM "${table}" WHERE strpos(lower("${column}"::text), lower($1)) > 0 LIMIT 1`,
      [text],
    );
    if (hits.length > 0) found.push(`${table}.${column}`);
  }
  return found;
}
