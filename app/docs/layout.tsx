import type { ReactNode } from "react";
import { DocsShell } from "@/components/public/docs/docs-shell";
import { placesOf } from "@/components/public/docs/places";
import { readReference } from "@/server/api/docs/read-reference";

export default function Layout({ children }: { readonly children: ReactNode }) {
  return <DocsShell groups={placesOf(readReference())}>{children}</DocsShell>;
}
