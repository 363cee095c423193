"use client";

import { makeSearch, type SearchDocs } from "@/components/shared/docs/search-docs";
import { CommandBox } from "@/components/ui/layout/command-box";
import type { CommandBoxProps, FoundCommand } from "@/components/ui/layout/commands";

let search: SearchDocs | null = null;

async function find(typed: string): Promise<readonly FoundCommand[]> {
  return (search?.(typed) ?? []).map(({ to, title, page }) => ({
    key: `${to} ${title}`,
    label: title,
    note: page,
    to,
  }));
}

function DocsBox(props: CommandBoxProps) {
  return <CommandBox {...props} findRecords={find} found="Docs" />;
}

export async function readDocsBox() {
  const response = await fetch("/docs/search.json");
  if (!response.ok) throw new Error(`the index of the docs answered ${response.status}`);
  search ??= makeSearch(await response.json());
  return DocsBox;
}
