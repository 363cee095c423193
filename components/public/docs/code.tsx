import { common, createLowlight } from "lowlight";
import type { ReactNode } from "react";
import { CodeBlock } from "@/components/ui/values/code-block";
import { Marked } from "@/components/ui/values/marked";

export type Language = "bash" | "json" | "typescript" | "python";

/** By the ending of a file. */
export const LANGUAGES: Readonly<Record<string, Language>> = {
  sh: "bash",
  json: "json",
  ts: "typescript",
  py: "python",
};

interface CodeProps {
  readonly label: string;
  readonly text: string;
  readonly language: Language;
  readonly note?: string | undefined;
  readonly isBounded?: boolean;
}

export function Code({ label, text, language, note, isBounded = false }: CodeProps) {
  return (
    <CodeBlock label={label} note={note} copies={text} isBounded={isBounded}>
      {highlight(text, language)}
    </CodeBlock>
  );
}

const TOKEN_LOOKS: Readonly<Record<string, string>> = {
  "hljs-string": "text-good",
  "hljs-attr": "text-accent",
  "hljs-number": "text-warn",
  "hljs-literal": "text-warn",
  "hljs-comment": "text-muted",
  "hljs-keyword": "text-accent",
  "hljs-built_in": "font-medium",
  "hljs-variable": "text-warn",
};

interface SyntaxNode {
  readonly type: string;
  readonly value?: string;
  readonly properties?: { readonly className?: unknown };
  readonly children?: readonly SyntaxNode[];
}

const lowlight = createLowlight(common);
const TO_REPLACE = /(YOUR_[A-Z_]+)/;

function showNode(node: SyntaxNode, key: number): ReactNode {
  if (node.type === "text") return <WithReplaceable key={key} text={node.value ?? ""} />;
  const names = Array.isArray(node.properties?.className) ? node.properties.className : [];
  const look = names.map((name) => TOKEN_LOOKS[String(name)]).find(Boolean);
  return (
    <span key={key} className={look}>
      {node.children?.map(showNode)}
    </span>
  );
}

function WithReplaceable({ text }: { readonly text: string }) {
  return (
    <Marked text={text} pattern={TO_REPLACE}>
      {(part) => <mark className="rounded-4 bg-accent-fill px-0.5 text-accent">{part}</mark>}
    </Marked>
  );
}

/** Highlights on the server: the browser gets plain HTML. */
export function highlight(code: string, language: Language): ReactNode {
  return (lowlight.highlight(language, code) as SyntaxNode).children?.map(showNode);
}
