import type { ReactNode } from "react";
import { DocsShell } from "@/components/public/docs/docs-shell";
import { placesOf } from "@/components/public/docs/places";
import { searchGroupsOf } from "@/components/public/docs/search";
import { readDocsFacts } from "@/server/api/docs/read-docs-facts";
import { readReference } from "@/server/api/docs/read-reference";

export default async function Layout({ children }: { readonly children: ReactNode }) {
  const reference = readReference();
  const search = searchGroupsOf(reference, { ...(await readDocsFacts()), logins: [] });
  return (
    <DocsShell groups={placesOf(reference)} search={search}>
      {children}
    </DocsShell>
  );
}
