"use client";

import { CommandPalette } from "@/components/ui/layout/command-palette";

const loadBox = () => import("./docs-box").then(({ readDocsBox }) => readDocsBox());

/** Lazy: most visits don't search. */
export function DocsSearch() {
  return (
    <CommandPalette
      label="Search the docs"
      placeholder="A guide, an operation, an error code"
      groups={[]}
      load={loadBox}
    />
  );
}
