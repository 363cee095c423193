import type { Token, Tokens } from "marked";
import { Children, type ReactNode } from "react";
import { Link } from "@/components/ui/navigation/link";
import { Code, LANGUAGES } from "../code";
import type { DocsFacts } from "../docs-facts";
import { anchorOf } from "../guide";
import { Exchange, Snippet } from "../snippet";
import { DataTable } from "../table";
import { type Block, blocksOf, type Insert } from "./blocks";

/** Longer code scrolls in itself. */
const MOST_LINES = 60;

function Inline({ tokens = [] }: { readonly tokens: readonly Token[] | undefined }) {
  return Children.toArray(tokens.map(showInline));
}

function showInline(token: Token): ReactNode {
  switch (token.type) {
    case "codespan":
      return token.text.startsWith("YOUR_") ? <mark>{token.text}</mark> : <code translate="no">{token.text}</code>;
    case "strong":
      return (
        <strong className="font-medium text-text">
          <Inline tokens={token.tokens} />
        </strong>
      );
    case "link":
      return <Linked href={token.href} tokens={token.tokens} />;
    default:
      return "tokens" in token && token.tokens ? (
        <Inline tokens={token.tokens} />
      ) : "text" in token ? (
        token.text
      ) : (
        token.raw
      );
  }
}

function Linked({ href, tokens }: Pick<Tokens.Link, "href"> & { readonly tokens: readonly Token[] | undefined }) {
  const text = <Inline tokens={tokens} />;
  return /^\/(?!.*\.\w+$)/.test(href) ? <Link href={href}>{text}</Link> : <a href={href}>{text}</a>;
}

function showTable({ header, rows }: Tokens.Table): ReactNode {
  const isCode = rows.every(([name]) => name?.tokens.length === 1 && name.tokens[0]?.type === "codespan");
  const cells = rows.map(([name, ...others]) => [
    isCode ? (name?.text.slice(1, -1) ?? "") : (name?.text ?? ""),
    ...others.map(({ text, tokens }) => <Inline key={text} tokens={tokens} />),
  ]) as [string, ...ReactNode[]][];
  return <DataTable columns={header.map(({ text }) => text)} rows={cells} isCode={isCode} />;
}

function showInsert({ kind, name, label }: Insert, facts: DocsFacts): ReactNode {
  if (kind === "snippet") return <Snippet facts={facts} name={name} label={label} />;
  if (kind === "exchange") return <Exchange facts={facts} name={name} label={label} />;
  return (
    <details>
      <summary className="text-14 font-medium text-accent">{name}</summary>
      <p translate="no" className="mt-2 font-mono text-13">
        {label}
      </p>
    </details>
  );
}

function show(block: Block, facts: DocsFacts): ReactNode {
  switch (block.type) {
    case "paragraph":
      return (
        <p>
          <Inline tokens={block.tokens} />
        </p>
      );
    case "heading": {
      const [first] = block.tokens;
      return (
        <h3 id={first?.type === "codespan" ? first.text : anchorOf(block.text)} className="scroll-mt-20 text-14">
          <Inline tokens={block.tokens} />
        </h3>
      );
    }
    case "list": {
      const List = block.ordered ? "ol" : "ul";
      return (
        <List>
          {block.items.map(({ text, tokens }) => (
            <li key={text}>
              <Inline tokens={tokens} />
            </li>
          ))}
        </List>
      );
    }
    case "table":
      return showTable(block);
    case "code": {
      const [language = "", ...label] = block.lang?.split(" ") ?? [];
      return (
        <Code
          label={label.join(" ")}
          text={block.text}
          language={LANGUAGES[language] ?? "bash"}
          isBounded={block.text.split("\n").length > MOST_LINES}
        />
      );
    }
    case "insert":
      return showInsert(block.insert, facts);
    case "space":
      return null;
  }
}

/** A section of a guide. */
export function Markdown({ text, facts }: { readonly text: string; readonly facts: DocsFacts }) {
  return Children.toArray(blocksOf(text).map((block) => show(block, facts)));
}
