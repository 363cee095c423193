"use client";

import { Check, Copy } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";
import { Button } from "../forms/button";
import { useCopied } from "./use-copied";

interface CopyButtonProps {
  /** A function if the text is only known on click, such as the current URL. */
  readonly text: string | (() => string);
  readonly children: ReactNode;
  readonly size?: ComponentProps<typeof Button>["size"];
  readonly isWide?: boolean;
}

export function CopyButton({ text, children, size = "small", isWide = false }: CopyButtonProps) {
  const { isCopied, copy } = useCopied(text);
  const Icon = isCopied ? Check : Copy;
  return (
    <Button size={size} isWide={isWide} onClick={copy}>
      <Icon aria-hidden className="size-4" />
      <span aria-live="polite">{isCopied ? "Copied" : children}</span>
    </Button>
  );
}
