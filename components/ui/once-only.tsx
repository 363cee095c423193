"use client";

import { Check, Copy, Download } from "lucide-react";
import { useEffect, useId, useState } from "react";
import { Button } from "./button";
import { copyText } from "./copy-text";

/** A secret on one line, with a button that copies it. */
export function SecretLine({ label, value }: { readonly label: string; readonly value: string }) {
  return (
    <div className="flex items-center gap-2 py-2 pr-2 pl-4">
      <div className="min-w-0 flex-1">
        <p className="text-13 text-muted">{label}</p>
        <p className="font-mono text-14 break-all">{value}</p>
      </div>
      <CopyButton what={label} text={value} />
    </div>
  );
}

export function CopyButton({ what, text }: { readonly what: string; readonly text: string }) {
  const [isCopied, setCopied] = useState(false);
  const Icon = isCopied ? Check : Copy;
  return (
    <button
      type="button"
      aria-label={`Copy ${what}`}
      onClick={async () => setCopied(await copyText(text))}
      className="grid size-10 shrink-0 place-items-center rounded-8 text-muted hover:bg-hover"
    >
      <Icon aria-hidden className="size-4" />
      <span role="status" className="sr-only">
        {isCopied ? "Copied" : ""}
      </span>
    </button>
  );
}

/** Hands text over as a file, made here: it goes over no wire. */
export function DownloadButton({
  name,
  text,
  children,
}: {
  readonly name: string;
  readonly text: string;
  readonly children: string;
}) {
  const save = () => {
    const url = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
    const link = Object.assign(document.createElement("a"), { href: url, download: name });
    link.click();
    URL.revokeObjectURL(url);
  };
  return (
    <Button onClick={save}>
      <Download aria-hidden className="size-4" /> {children}
    </Button>
  );
}

interface StoredCheckProps {
  readonly label: string;
  readonly isStored: boolean;
  readonly onChange: (isStored: boolean) => void;
}

/** "I have stored it": until then the browser asks before the page is left. */
export function StoredCheck({ label, isStored, onChange }: StoredCheckProps) {
  const id = useId();
  useEffect(() => {
    if (isStored) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [isStored]);
  return (
    <label htmlFor={id} className="flex min-h-11 cursor-pointer items-center gap-3 text-14 font-medium">
      <input
        id={id}
        type="checkbox"
        checked={isStored}
        onChange={(event) => onChange(event.target.checked)}
        className="size-5 accent-[var(--button)]"
      />
      {label}
    </label>
  );
}
