import type { ReactNode } from "react";
import { CodeBlock } from "@/components/ui/values/code-block";
import { Marked } from "@/components/ui/values/marked";
import type { OwnKey } from "./own-key";
import { withOwnKey } from "./with-own-key";

const STRINGS = /("[^"\n]*"|'[^'\n]*')/;

export interface KeyedCodeProps {
  readonly label: string;
  readonly note?: ReactNode;
  readonly text: string;
  /** The text, highlighted on the server. */
  readonly children: ReactNode;
}

/** Code with the reader’s own key, highlighted in the browser. */
export function FilledCode({ text, own, ...block }: KeyedCodeProps & { readonly own: OwnKey }) {
  const filled = withOwnKey(text, own);
  if (filled === text) return <CodeBlock {...block} copies={text} />;
  return (
    <CodeBlock {...block} copies={filled}>
      <Marked text={filled} pattern={STRINGS}>
        {(part) => <span className="text-good">{part}</span>}
      </Marked>
    </CodeBlock>
  );
}
