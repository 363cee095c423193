import { CodeBlock } from "@/components/ui/values/code-block";
import { Marked } from "@/components/ui/values/marked";

const PARTS = /("[^"]*"|'[^']*'|YOUR_[A-Z_]+)/;

/** Highlighted in the browser, because it changes with the run. */
export function CurlBlock({ label, text }: { readonly label: string; readonly text: string }) {
  return (
    <CodeBlock label={label} copies={text}>
      <Marked text={text} pattern={PARTS}>
        {(part) => <span className="text-good">{part}</span>}
      </Marked>
    </CodeBlock>
  );
}
