"use client";

import { Check, Copy } from "lucide-react";
import { type ComponentProps, useState } from "react";
import { Button } from "./button";
import { copyText } from "./copy-text";

const THANKS_MS = 1_500;

interface CopyButtonProps {
  readonly text: string;
  /** What it copies: "Copy secret". */
  readonly children: string;
  readonly size?: ComponentProps<typeof Button>["size"];
  readonly isWide?: boolean;
}

export function CopyButton({ text, children, size = "small", isWide = false }: CopyButtonProps) {
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    if (!(await copyText(text))) return;
    setCopied(true);
    setTimeout(() => setCopied(false), THANKS_MS);
  };
  const Icon = isCopied ? Check : Copy;
  return (
    <Button size={size} isWide={isWide} onClick={copy}>
      <Icon aria-hidden className="size-4" />
      <span aria-live="polite">{isCopied ? "Copied" : children}</span>
    </Button>
  );
}
