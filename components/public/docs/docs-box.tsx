"use client";

import { CommandBox } from "@/components/ui/layout/command-box";
import type { CommandBoxProps, CommandGroup } from "@/components/ui/layout/commands";

let index: readonly CommandGroup[] = [];

function DocsBox(props: CommandBoxProps) {
  return <CommandBox {...props} groups={index} />;
}

/** The box with all that can be found in the docs. */
export async function readDocsBox() {
  const response = await fetch("/docs/search.json");
  if (!response.ok) throw new Error(`the index of the docs answered ${response.status}`);
  index = await response.json();
  return DocsBox;
}
