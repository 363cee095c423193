import { common, createLowlight } from "lowlight";
import type { ReactNode } from "react";
import { Marked } from "@/components/ui/values/marked";

export type Language = "bash" | "json" | "typescript" | "python";

const LOOKS: Readonly<Record<string, string>> = {
  "hljs-string": "text-good",
  "hljs-attr": "text-accent",
  "hljs-number": "text-warn",
  "hljs-literal": "text-warn",
  "hljs-comment": "text-muted",
  "hljs-keyword": "text-accent",
  "hljs-built_in": "font-medium",
  "hljs-variable": "text-warn",
};

interface Node {
  readonly type: string;
  readonly value?: string;
  readonly properties?: { readonly className?: unknown };
  readonly children?: readonly Node[];
}

const lowlight = createLowlight(common);
const TO_REPLACE = /(YOUR_[A-Z_]+)/;

function show(node: Node, key: number): ReactNode {
  if (node.type === "text") return <Text key={key} text={node.value ?? ""} />;
  const names = Array.isArray(node.properties?.className) ? node.properties.className : [];
  const look = names.map((name) => LOOKS[String(name)]).find(Boolean);
  return (
    <span key={key} className={look}>
      {node.children?.map(show)}
    </span>
  );
}

function Text({ text }: { readonly text: string }) {
  return (
    <Marked text={text} pattern={TO_REPLACE}>
      {(part) => <mark className="rounded-4 bg-accent-fill px-0.5 text-accent">{part}</mark>}
    </Marked>
  );
}

/** Highlights on the server: the browser gets plain HTML. */
export function highlight(code: string, language: Language): ReactNode {
  return (lowlight.highlight(language, code) as Node).children?.map(show);
}
