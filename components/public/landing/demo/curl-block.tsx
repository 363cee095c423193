import { CodeBlock } from "@/components/ui/values/code-block";

/** Strings of a shell, and what the reader puts in. */
const PARTS = /("[^"]*"|'[^']*'|YOUR_[A-Z_]+)/;

/** A request with its strings colored. Drawn by the browser: it changes with what happens on the page. */
export function CurlBlock({ label, text }: { readonly label: string; readonly text: string }) {
  return (
    <CodeBlock label={label} copies={text}>
      {text.split(PARTS).map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one text, which never move
        <span key={index} className={index % 2 === 1 ? "text-good" : undefined}>
          {part}
        </span>
      ))}
    </CodeBlock>
  );
}
