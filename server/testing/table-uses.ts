import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";

export interface TableUse {
  readonly file: string;
  readonly table: string;
  readonly isWrite: boolean;
}

const UNNAMED = "_";
const SOURCE = /(?<!\.test|\.long|\.d)\.ts$/;
const WRITTEN = /\b(?:INSERT INTO|UPDATE|DELETE FROM|TRUNCATE)\s+(\w+)/g;
/** Tables in FROM with commas, in JOIN, and in fragments that start with `table alias JOIN`. */
const READ =
  /(?:\b(?:FROM|JOIN|USING)\s+\(?|^\s*(?=\w+ \w+ (?:LEFT |CROSS )?JOIN\b))(\w+(?:\s+(?:AS\s+)?\w+)?(?:\s*,\s*\w+\s+\w+)*)/g;
const PRISMA = /\.(\w+)\s*\.(find\w*|count|aggregate|groupBy|create\w*|update\w*|upsert|delete\w*)\(/g;

/** All string and template literals; text inside template expressions counts separately. */
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

/** Table uses in the sources under a folder, without tests. `tables` maps Prisma models to tables. */
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
