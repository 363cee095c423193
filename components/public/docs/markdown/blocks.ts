import { lexer, type Token, type Tokens } from "marked";
import type { DocsFacts } from "../docs-facts";

/** A paragraph of its own: `{{snippet FILE | LABEL}}`, `{{exchange FILES | LABEL}}`, or `{{details TITLE | TEXT}}`. */
export interface Insert {
  readonly kind: string;
  readonly name: string;
  readonly label: string;
}

/** Guides use these parts of Markdown. */
export type Block =
  | Tokens.Paragraph
  | Tokens.Heading
  | Tokens.List
  | Tokens.Table
  | Tokens.Code
  | Tokens.Space
  | { readonly type: "insert"; readonly insert: Insert; readonly raw: string };

function insertOf({ type, raw }: Token): Insert | null {
  const text = raw.trim();
  if (type !== "paragraph" || !text.startsWith("{{") || !text.endsWith("}}")) return null;
  const [head = "", ...label] = text.slice(2, -2).split(" | ");
  const [kind = "", ...name] = head.split(" ");
  return { kind, name: name.join(" "), label: label.join(" | ") };
}

export function blocksOf(markdown: string): Block[] {
  return lexer(markdown).map((token) => {
    const insert = insertOf(token);
    return insert ? { type: "insert", insert, raw: token.raw } : (token as Block);
  });
}

const FENCES: Readonly<Record<string, string>> = { sh: "sh", json: "json", ts: "ts", py: "python" };

function insertMarkdown({ kind, name, label }: Insert, { snippets }: Pick<DocsFacts, "snippets">): string {
  if (kind === "details") return `**${name}**\n\n${label}`;
  const files = kind === "exchange" ? [`${name}.sh`, `${name}.json`] : [name];
  return files
    .map((file) => {
      const text = snippets[file];
      if (text === undefined) throw new Error(`there is no snippet ${file}`);
      return `\`\`\`${FENCES[file.split(".").at(-1) ?? ""] ?? ""}\n${text}\n\`\`\``;
    })
    .join("\n\n");
}

/** With the files of snippets in their place, for readers of Markdown. */
export function withSnippets(markdown: string, facts: Pick<DocsFacts, "snippets">): string {
  return blocksOf(markdown)
    .map((block) => (block.type === "insert" ? insertMarkdown(block.insert, facts) : block.raw))
    .join("");
}
