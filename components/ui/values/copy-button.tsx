"use client";

import { Check, Copy } from "lucide-react";
import type { ComponentProps } from "react";
import { Button } from "../forms/button";
import { useCopied } from "./use-copied";

interface CopyButtonProps {
  /** A function: known only once it is pressed, such as what names this address. */
  readonly text: string | (() => string);
  /** What it copies: "Copy secret". */
  readonly children: string;
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
