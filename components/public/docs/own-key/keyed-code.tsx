"use client";

import { type ComponentType, lazy, Suspense } from "react";
import { CodeBlock } from "@/components/ui/values/code-block";
import type { KeyedCodeProps } from "./filled-code";
import { type OwnKey, useOwnKey } from "./own-key";

function PlainCode({ text, ...block }: KeyedCodeProps) {
  return <CodeBlock {...block} copies={text} />;
}

/** Only for who has made a key. */
const FilledCode = lazy<ComponentType<KeyedCodeProps & { readonly own: OwnKey }>>(() =>
  import("./filled-code").then(
    (part) => ({ default: part.FilledCode }),
    () => ({ default: ({ own: _, ...code }) => <PlainCode {...code} /> }),
  ),
);

/** Code with credentials: the reader’s own, where they have made some. */
export function KeyedCode(code: KeyedCodeProps) {
  const own = useOwnKey();
  const plain = <PlainCode {...code} />;
  if (!own) return plain;
  return (
    <Suspense fallback={plain}>
      <FilledCode {...code} own={own} />
    </Suspense>
  );
}
