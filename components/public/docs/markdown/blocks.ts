import type { DocsFacts } from "../docs-facts";

/** What guides have of Markdown, and in a line of its own `{{snippet FILE | LABEL}}`, `{{exchange …}}`, or `{{details …}}`. */
export type Block =
  | { readonly kind: "paragraph" | "heading"; readonly text: string }
  | { readonly kind: "list"; readonly isOrdered: boolean; readonly items: readonly string[] }
  | { readonly kind: "table"; readonly rows: readonly (readonly string[])[] }
  | { readonly kind: "code"; readonly language: string; readonly label: string; readonly text: string }
  | { readonly kind: "snippet" | "exchange" | "details"; readonly name: string; readonly label: string };

const joined = (lines: string) => lines.replace(/\s*\n\s*/g, " ");
const cellsOf = (line: string) =>
  line
    .slice(2, -2)
    .split(" | ")
    .map((cell) => cell.replaceAll("\\|", "|"));

function blockOf(text: string): Block {
  const [, language = "", label = "", code] = /^```(\S*) ?(.*)\n([\s\S]*)\n```$/.exec(text) ?? [];
  if (code !== undefined) return { kind: "code", language, label, text: code };
  const [, kind, name = "", of = ""] = /^\{\{(snippet|exchange|details) (.*?) \| ([\s\S]*)\}\}$/.exec(text) ?? [];
  if (kind) return { kind: kind as "snippet", name, label: of };
  if (text.startsWith("### ")) return { kind: "heading", text: text.slice(4) };
  if (text.startsWith("| ")) {
    const [head = "", , ...rows] = text.split("\n");
    return { kind: "table", rows: [head, ...rows].map(cellsOf) };
  }
  const [before, ...items] = text.split(/^(?:- |\d+\. )/m);
  if (before !== "") return { kind: "paragraph", text: joined(text) };
  return { kind: "list", isOrdered: !text.startsWith("-"), items: items.map((item) => joined(item.trim())) };
}

export function blocksOf(markdown: string): Block[] {
  return markdown
    .split(/^(```[\s\S]*?^```)$/m)
    .flatMap((part) => (part.startsWith("```") ? [part] : part.split(/\n{2,}/)))
    .filter((part) => part.trim() !== "")
    .map((part) => blockOf(part.trim()));
}

const FENCES: Readonly<Record<string, string>> = { sh: "sh", json: "json", ts: "ts", py: "python" };

/** With the files of snippets in their place, for readers of Markdown. */
export function withSnippets(markdown: string, { snippets }: Pick<DocsFacts, "snippets">): string {
  const fence = (name: string) => {
    const text = snippets[name];
    if (text === undefined) throw new Error(`there is no snippet ${name}`);
    return `\`\`\`${FENCES[name.split(".").at(-1) ?? ""] ?? ""}\n${text}\n\`\`\``;
  };
  return markdown
    .replace(/^\{\{snippet (.*?) \| .*\}\}$/gm, (_, name: string) => fence(name))
    .replace(/^\{\{exchange (.*?) \| .*\}\}$/gm, (_, name: string) =>
      [".sh", ".json"].map((of) => fence(name + of)).join("\n\n"),
    )
    .replace(/^\{\{details (.*?) \| (.*)\}\}$/gm, "**$1**\n\n$2");
}
