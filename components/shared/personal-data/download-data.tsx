"use client";

import { Download } from "lucide-react";
import { linkAsOwner } from "@/components/trpc/page-owner";
import { classesOf } from "@/components/ui/forms/button-look";

/** The server generates the file as a stream. */
export function DownloadData({ href, children }: { readonly href: string; readonly children: string }) {
  return (
    <a href={href} download onClick={linkAsOwner} className={classesOf({})}>
      <Download aria-hidden className="size-4" /> {children}
    </a>
  );
}
