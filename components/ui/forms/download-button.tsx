"use client";

import { Download } from "lucide-react";
import { Button } from "./button";

interface DownloadButtonProps {
  readonly name: string;
  readonly text: string;
  readonly children: string;
}

/** Downloads text as a file created in the browser; nothing is sent. */
export function DownloadButton({ name, text, children }: DownloadButtonProps) {
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
