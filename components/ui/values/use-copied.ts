"use client";

import { useEffect, useState } from "react";
import { copyText } from "./copy-text";

const THANKS_MS = 1_500;

export function useCopied(text: string | (() => string)): {
  readonly isCopied: boolean;
  readonly copy: () => Promise<void>;
} {
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), THANKS_MS);
    return () => clearTimeout(timer);
  }, [isCopied]);
  return { isCopied, copy: async () => setCopied(await copyText(typeof text === "string" ? text : text())) };
}
