import type { ExampleCode } from "@/server/contracts/rest/example-code";
import { Code, highlight, LANGUAGES } from "./code";
import { CodeChoice } from "./code-choice";
import type { DocsFacts } from "./docs-facts";
import { KeyedCode } from "./own-key/keyed-code";

interface SnippetProps {
  readonly facts: Pick<DocsFacts, "snippets" | "requests">;
  readonly name: string;
  readonly label: string;
}

/** A file of `snippets/`; tests run each one. */
export function Snippet({ facts, name, label }: SnippetProps) {
  const text = facts.snippets[name];
  if (text === undefined) throw new Error(`there is no snippet ${name}`);
  const inOthers = facts.requests[name];
  if (inOthers) return <RequestCode label={label} code={{ curl: text, ...inOthers }} />;
  const language = LANGUAGES[name.split(".").at(-1) ?? ""] ?? "bash";
  if (language !== "bash") return <Code label={label} text={text} language={language} />;
  return (
    <KeyedCode label={label} text={text}>
      {highlight(text, language)}
    </KeyedCode>
  );
}

/** A request in every language, in the one that the reader chose. */
export function RequestCode({ label, code }: { readonly label: string; readonly code: ExampleCode }) {
  const versions = (["curl", "typescript", "python"] as const).flatMap((language) => {
    const text = code[language];
    return text === undefined
      ? []
      : [{ language, text, shown: highlight(text, language === "curl" ? "bash" : language) }];
  });
  return <CodeChoice label={label} versions={versions} />;
}

export function Exchange({ facts, name, label }: SnippetProps) {
  return (
    <div className="grid gap-3">
      <Snippet facts={facts} name={`${name}.sh`} label={label} />
      <Snippet facts={facts} name={`${name}.json`} label={`Response: ${label}`} />
    </div>
  );
}
