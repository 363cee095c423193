"use client";

import { Download } from "lucide-react";
import { Button } from "./button";

interface DownloadButtonProps {
  readonly name: string;
  readonly text: string;
  readonly children: string;
}

/** Saves text as a file created in the browser; nothing is sent. */
export function saveText(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  const link = Object.assign(document.createElement("a"), { href: url, download: name });
  link.click();
  URL.revokeObjectURL(url);
}

export function DownloadButton({ name, text, children }: DownloadButtonProps) {
  return (
    <Button onClick={() => saveText(name, text)}>
      <Download aria-hidden className="size-4" /> {children}
    </Button>
  );
}
