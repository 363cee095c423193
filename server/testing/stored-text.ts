import { queryTestDatabase } from "./database-rows";

/** `table.column` of every value in the test database that contains the text, in any column type. */
export async function findStoredText(text: string): Promise<string[]> {
  const tables = await queryTestDatabase<{ table: string; columns: string[] }>(
    `SELECT c.table_name AS "table", array_agg(c.column_name::text ORDER BY c.column_name) AS columns
      FROM information_schema.columns c JOIN information_schema.tables t USING (table_schema, table_name)
      WHERE c.table_schema = 'public' AND t.table_type = 'BASE TABLE'
        AND NOT (SELECT relispartition FROM pg_class WHERE oid = c.table_name::regclass) GROUP BY 1 ORDER BY 1`,
  );
  const found: string[] = [];
  for (const { table, columns } of tables) {
    const held = columns.map((column) => `bool_or(strpos(lower("${column}"::text), lower($1)) > 0) AS "${column}"`);
    const [hits = {}] = await queryTestDatabase<Record<string, boolean | null>>(
      `SELECT ${held.join(", ")} FROM "${table}"`,
      [text],
    );
    found.push(...columns.filter((column) => hits[column] === true).map((column) => `${table}.${column}`));
  }
  return found;
}
