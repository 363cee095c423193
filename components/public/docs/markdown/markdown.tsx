import { Children, type ReactNode } from "react";
import { Link } from "@/components/ui/navigation/link";
import { Marked } from "@/components/ui/values/marked";
import { Code, type Language } from "../code";
import type { DocsFacts } from "../docs-facts";
import { anchorOf } from "../guide";
import { Exchange, Snippet } from "../snippet";
import { DataTable } from "../table";
import { type Block, blocksOf } from "./blocks";

const INLINE = /(`[^`]+`|\*\*[^*]+\*\*|\[[^\]]+\]\([^)]+\))/;
const CODE = /^`([^`]*)`$/;
/** Longer code scrolls in itself. */
const MOST_LINES = 60;

const LANGUAGES: Readonly<Record<string, Language>> = { sh: "bash", json: "json", ts: "typescript", py: "python" };

function Inline({ text }: { readonly text: string }) {
  return (
    <Marked text={text} pattern={INLINE}>
      {(part) => {
        const [, label, href] = /^\[([\s\S]+)\]\((.+)\)$/.exec(part) ?? [];
        if (href && label) return <Linked href={href}>{label}</Linked>;
        if (part.startsWith("**")) return <strong className="font-medium text-text">{part.slice(2, -2)}</strong>;
        const code = part.slice(1, -1);
        return code.startsWith("YOUR_") ? <mark>{code}</mark> : <code translate="no">{code}</code>;
      }}
    </Marked>
  );
}

function Linked({ href, children }: { readonly href: string; readonly children: string }) {
  const text = <Inline text={children} />;
  return /^\/(?!.*\.\w+$)/.test(href) ? <Link href={href}>{text}</Link> : <a href={href}>{text}</a>;
}

function show(block: Block, facts: DocsFacts): ReactNode {
  switch (block.kind) {
    case "paragraph":
      return (
        <p>
          <Inline text={block.text} />
        </p>
      );
    case "heading": {
      const [, code] = CODE.exec(block.text) ?? [];
      return (
        <h3 id={code ?? anchorOf(block.text)} className="scroll-mt-20 text-14">
          <Inline text={block.text} />
        </h3>
      );
    }
    case "list": {
      const List = block.isOrdered ? "ol" : "ul";
      return (
        <List>
          {block.items.map((item) => (
            <li key={item}>
              <Inline text={item} />
            </li>
          ))}
        </List>
      );
    }
    case "table": {
      const [columns = [], ...rows] = block.rows;
      const isCode = rows.every(([name = ""]) => CODE.test(name));
      const cells = rows.map(([name = "", ...others]) => [
        isCode ? name.slice(1, -1) : name,
        ...others.map((cell) => <Inline key={cell} text={cell} />),
      ]) as [string, ...ReactNode[]][];
      return <DataTable columns={columns} rows={cells} isCode={isCode} />;
    }
    case "code":
      return (
        <Code
          label={block.label}
          text={block.text}
          language={LANGUAGES[block.language] ?? "bash"}
          isBounded={block.text.split("\n").length > MOST_LINES}
        />
      );
    case "snippet":
      return <Snippet facts={facts} name={block.name} label={block.label} />;
    case "exchange":
      return <Exchange facts={facts} name={block.name} label={block.label} />;
    case "details":
      return (
        <details>
          <summary className="text-14 font-medium text-accent">{block.name}</summary>
          <p translate="no" className="mt-2 font-mono text-13">
            {block.label}
          </p>
        </details>
      );
  }
}

/** A section of a guide. */
export function Markdown({ text, facts }: { readonly text: string; readonly facts: DocsFacts }) {
  return Children.toArray(blocksOf(text).map((block) => show(block, facts)));
}
