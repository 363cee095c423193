"use client";

import { Check, Copy } from "lucide-react";
import { PlainButton } from "@/components/ui/forms/plain-button";
import { shortId } from "./short-id";
import { useCopied } from "./use-copied";

export function CopyId({ id }: { readonly id: string }) {
  const { isCopied, copy } = useCopied(id);
  const Icon = isCopied ? Check : Copy;
  return (
    <PlainButton
      translate="no"
      onClick={copy}
      title={id}
      className="-mx-1 inline-flex min-h-6 items-center gap-1 rounded-4 px-1 font-mono text-13 whitespace-nowrap text-text hover:bg-hover"
    >
      <span className="sr-only">Copy </span>
      {shortId(id)}
      <Icon aria-hidden className="size-3.5 text-muted" />
      <span role="status" className="sr-only">
        {isCopied ? "Copied" : ""}
      </span>
    </PlainButton>
  );
}
