import { CodeBlock } from "@/components/ui/values/code-block";
import type { DocsFacts } from "./docs-facts";
import { highlight, type Language } from "./highlight";

const LANGUAGES: Readonly<Record<string, Language>> = { sh: "bash", json: "json", ts: "typescript", py: "python" };

interface SnippetProps {
  readonly facts: Pick<DocsFacts, "snippets">;
  readonly name: string;
  readonly label: string;
  readonly note?: string | undefined;
}

/** A file of `snippets/`; tests run each one. */
export function Snippet({ facts, name, label, note }: SnippetProps) {
  const text = facts.snippets[name];
  if (text === undefined) throw new Error(`there is no snippet ${name}`);
  return <Code label={label} text={text} language={LANGUAGES[name.split(".").at(-1) ?? ""] ?? "bash"} note={note} />;
}

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

export function Exchange({ facts, name, label }: Omit<SnippetProps, "note">) {
  return (
    <div className="grid gap-3">
      <Snippet facts={facts} name={`${name}.sh`} label={label} />
      <Snippet facts={facts} name={`${name}.json`} label={`Response: ${label}`} />
    </div>
  );
}
