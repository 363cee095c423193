import { Children, type ElementType, Fragment, isValidElement, type ReactElement, type ReactNode } from "react";
import { Link } from "@/components/ui/navigation/link";
import { MethodPath } from "../../reference/method-path";
import { Code } from "../code";
import { InlineCode } from "../inline-code";
import { Exchange, Snippet } from "../snippet";
import { DataTable } from "../table";

type Props = Readonly<Record<string, unknown>>;

const BLOCKS = new Set(["p", "div", "section", "ul", "ol", "li", "h3", "h4", "details", "summary", "table", "pre"]);

const FENCES: Readonly<Record<string, string>> = { sh: "sh", json: "json", ts: "ts", py: "python" };

const fence = (language: string, text: string) => `\`\`\`${language}\n${text}\n\`\`\``;

/** Components with a Markdown form. All others are rendered first. */
const FORMS = new Map<unknown, (props: Props) => string[]>([
  [DataTable, (props) => [tableOf(props as unknown as Parameters<typeof DataTable>[0])]],
  [Code, ({ language, text }) => [fence(language === "bash" ? "sh" : String(language), String(text))]],
  [Snippet, (props) => [snippetOf(props, String(props.name))]],
  [Exchange, (props) => [".sh", ".json"].map((ending) => snippetOf(props, `${props.name}${ending}`))],
]);

function snippetOf(props: Props, name: string): string {
  const { snippets } = props.facts as { readonly snippets: Readonly<Record<string, string>> };
  return fence(FENCES[name.split(".").at(-1) ?? ""] ?? "", snippets[name] ?? "");
}

function tableOf({ columns, rows, isCode = false }: Parameters<typeof DataTable>[0]): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  const body = rows.map(([name, ...cells]) => line([isCode ? `\`${name}\`` : name, ...cells.map(inlineOf)]));
  return [line(columns), line(columns.map(() => "---")), ...body].join("\n");
}

/** Resolves components to the elements that they render, until an element with a Markdown form is reached. */
function resolve(element: ReactElement<Props>): ReactNode {
  const { type, props } = element;
  if (typeof type !== "function" || FORMS.has(type) || type === Link || type === MethodPath || type === InlineCode)
    return element;
  const show = type as (props: Props) => ReactNode;
  const shown = show(props);
  return isValidElement<Props>(shown) ? resolve(shown) : shown;
}

const childrenOf = (node: ReactNode): ReactNode[] => {
  const flat: ReactNode[] = [];
  Children.forEach(node, (child) => {
    const resolved = isValidElement<Props>(child) ? resolve(child) : child;
    if (isValidElement<Props>(resolved) && resolved.type === Fragment)
      flat.push(...childrenOf(resolved.props.children as ReactNode));
    else flat.push(resolved);
  });
  return flat;
};

function inlineOf(node: ReactNode): string {
  return childrenOf(node)
    .map((child) => {
      if (typeof child === "string" || typeof child === "number") return String(child);
      if (!isValidElement<Props>(child)) return "";
      return inlineElementOf(child.type as ElementType, child.props);
    })
    .join("")
    .replace(/\s+/g, " ");
}

function inlineElementOf(type: ElementType, props: Props): string {
  if (type === MethodPath) return `\`${props.method} ${props.path}\``;
  if (type === InlineCode) return String(props.text);
  const text = inlineOf(props.children as ReactNode);
  if (type === "code" || type === "kbd") return `\`${text}\``;
  if (type === "strong") return `**${text}**`;
  if (type === Link || type === "a") return `[${text}](${props.href})`;
  return text;
}

const isBlock = (node: ReactNode): node is ReactElement<Props> =>
  isValidElement<Props>(node) && (FORMS.has(node.type) || (typeof node.type === "string" && BLOCKS.has(node.type)));

function listOf(node: ReactNode, marker: (index: number) => string): string {
  return childrenOf(node)
    .filter(isBlock)
    .map((item, index) => {
      const text = markdownOf(item.props.children as ReactNode);
      return `${marker(index)} ${text.replaceAll("\n", `\n${" ".repeat(marker(index).length + 1)}`)}`;
    })
    .join("\n");
}

function blockOf({ type, props }: ReactElement<Props>): string[] {
  const form = FORMS.get(type);
  if (form) return form(props);
  const children = props.children as ReactNode;
  if (type === "ul") return [listOf(children, () => "-")];
  if (type === "ol") return [listOf(children, (index) => `${index + 1}.`)];
  if (type === "h3" || type === "h4") return [`### ${inlineOf(children)}`];
  if (type === "summary") return [`**${inlineOf(children)}**`];
  return [markdownOf(children)];
}

/** Turns the docs' React elements into Markdown. The components have no state or hooks, so each can be called as a function. */
export function markdownOf(node: ReactNode): string {
  const blocks: string[] = [];
  let run: ReactNode[] = [];
  const endRun = () => {
    const text = inlineOf(run).trim();
    if (text) blocks.push(text);
    run = [];
  };
  for (const child of childrenOf(node)) {
    if (!isBlock(child)) run.push(child);
    else {
      endRun();
      blocks.push(...blockOf(child));
    }
  }
  endRun();
  return blocks.filter((text) => text.trim() !== "").join("\n\n");
}
