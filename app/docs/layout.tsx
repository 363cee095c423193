import type { ReactNode } from "react";
import { DocsShell } from "@/components/docs/docs-shell";
import { placesOf } from "@/components/docs/places";
import { readReference } from "@/server/api/docs/read-reference";

export default function Layout({ children }: { readonly children: ReactNode }) {
  return <DocsShell groups={placesOf(readReference())}>{children}</DocsShell>;
}
