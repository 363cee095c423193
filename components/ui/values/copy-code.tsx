"use client";

import { Check, Copy } from "lucide-react";
import { useEffect, useState } from "react";
import { PlainButton } from "@/components/ui/forms/plain-button";
import { copyText } from "./copy-text";

const SAID_FOR_MS = 2_000;

export function CopyCode({ text, what }: { readonly text: string; readonly what: string }) {
  const [said, setSaid] = useState("");
  useEffect(() => {
    if (said === "") return;
    const timer = setTimeout(() => setSaid(""), SAID_FOR_MS);
    return () => clearTimeout(timer);
  }, [said]);
  const copy = async () => setSaid((await copyText(text)) ? "Copied" : "Not allowed to copy");
  const Icon = said === "Copied" ? Check : Copy;
  return (
    <PlainButton
      onClick={copy}
      aria-label={said === "" ? `Copy ${what}` : `${said}: ${what}`}
      className="inline-flex h-8 items-center gap-1.5 rounded-4 px-2 text-12 text-muted hover:bg-hover hover:text-text"
    >
      <span role="status">{said}</span>
      <Icon aria-hidden className="size-3.5" />
    </PlainButton>
  );
}
