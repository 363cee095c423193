"use client";

import { CommandPalette } from "@/components/ui/layout/command-palette";

const loadBox = () => import("./docs-box").then(({ readDocsBox }) => readDocsBox());

/** What can be found comes with the box that shows it: most visits search for nothing. */
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
