import { headers } from "next/headers";
import type { ReactNode } from "react";
import { DocsShell } from "@/components/public/docs/docs-shell";
import { placesOf } from "@/components/public/docs/places";
import { readReference } from "@/server/api/docs/read-reference";
import { findSandboxes } from "@/server/auth/sandboxes";

export default async function Layout({ children }: { readonly children: ReactNode }) {
  return (
    <DocsShell groups={placesOf(readReference())} sandboxes={await findSandboxes(await headers())}>
      {children}
    </DocsShell>
  );
}
