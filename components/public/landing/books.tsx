import { CodeBlock } from "@/components/ui/values/code-block";
import { Part } from "./part";

export function Books({ checks }: { readonly checks: readonly string[] }) {
  return (
    <Part
      title="The books prove themselves"
      lead="Every cent moves by double entry. Each night, and whenever you ask, all balances, holds, and statements are recomputed from their entries. Entries are sealed every minute, so a row that is changed later shows up."
      more={{ href: "/docs/settlement#proof-of-the-books", label: "How the proof works" }}
    >
      <CodeBlock label="npm run books:prove" note={`${checks.length} checks`}>
        {checks.map((name) => (
          <span key={name} className="block whitespace-pre-wrap">
            <span className="text-good">ok</span>
            {`    ${name}`}
          </span>
        ))}
        <span className="mt-2 block font-medium">The books balance.</span>
      </CodeBlock>
    </Part>
  );
}
