import { CodeBlock } from "@/components/ui/values/code-block";
import { Marked } from "@/components/ui/values/marked";

/** Strings of a shell, and what the reader puts in. */
const PARTS = /("[^"]*"|'[^']*'|YOUR_[A-Z_]+)/;

/** A request with its strings colored. Drawn by the browser: it changes with what happens on the page. */
export function CurlBlock({ label, text }: { readonly label: string; readonly text: string }) {
  return (
    <CodeBlock label={label} copies={text}>
      <Marked text={text} pattern={PARTS}>
        {(part) => <span className="text-good">{part}</span>}
      </Marked>
    </CodeBlock>
  );
}
