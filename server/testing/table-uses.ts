import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";

/** A table that the text of a source file names. */
export interface TableUse {
  readonly file: string;
  readonly table: string;
  readonly isWrite: boolean;
}

/** A table whose name is put together at run time: no one can say whose it is. */
const UNNAMED = "_";
const SOURCE = /(?<!\.test|\.long|\.d)\.ts$/;
const WRITTEN = /\b(?:INSERT INTO|UPDATE|DELETE FROM|TRUNCATE)\s+(\w+)/g;
/** The tables of a FROM with its commas, of a JOIN, and of a fragment that starts with `table alias JOIN`. */
const READ =
  /(?:\b(?:FROM|JOIN|USING)\s+\(?|^\s*(?=\w+ \w+ (?:LEFT |CROSS )?JOIN\b))(\w+(?:\s+(?:AS\s+)?\w+)?(?:\s*,\s*\w+\s+\w+)*)/g;
const PRISMA = /\.(\w+)\s*\.(find\w*|count|aggregate|groupBy|create\w*|update\w*|upsert|delete\w*)\(/g;

/** Whatever stands in quotes, without comments; what is put into a template is a text of its own. */
function textsOf(source: ts.SourceFile): string[] {
  const texts: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isTemplateExpression(node)) {
      texts.push(node.head.text + node.templateSpans.map(({ literal }) => ` ${UNNAMED} ${literal.text}`).join(""));
    } else if (ts.isStringLiteralLike(node)) texts.push(node.text);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return texts;
}

/** `insertRows("table", …)`. */
function insertedBy(source: ts.SourceFile): string[] {
  const tables: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && node.expression.getText(source) === "insertRows") {
      const [table] = node.arguments;
      tables.push(table && ts.isStringLiteral(table) ? table.text : UNNAMED);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return tables;
}

function namesIn(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].flatMap(([, list = ""]) =>
    list.split(",").map((item) => item.trim().split(/\s/)[0] ?? ""),
  );
}

/** Every use of a table in the sources under a folder, tests aside. `tables` maps Prisma's models to their tables. */
export function findTableUses(folder: string, tables: Readonly<Record<string, string>>): TableUse[] {
  const known = new Set(Object.values(tables));
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => SOURCE.test(name));
  return files.flatMap((name) => {
    const file = join(folder, name);
    const text = readFileSync(file, "utf8");
    const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
    const texts = textsOf(source);
    const written = [...insertedBy(source), ...texts.flatMap((part) => namesIn(part, WRITTEN))];
    const read = texts.flatMap((part) => namesIn(part, READ));
    for (const [, model = "", method = ""] of text.matchAll(PRISMA)) {
      const table = tables[model];
      if (table) (/^(find|count|aggregate|groupBy)/.test(method) ? read : written).push(table);
    }
    const uses = (names: readonly string[], isWrite: boolean) =>
      [...new Set(names)]
        .filter((table) => known.has(table) || (isWrite && table === UNNAMED))
        .map((table) => ({ file, table, isWrite }));
    return [...uses(written, true), ...uses(read, false)];
  });
}
