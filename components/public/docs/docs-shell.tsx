import type { ReactNode } from "react";
import { CommandPalette } from "@/components/ui/layout/command-palette";
import type { CommandGroup } from "@/components/ui/layout/commands";
import { SiteHeader } from "../site/site-header";
import { DocsMenu, DocsSidebar } from "./docs-nav";
import type { PlaceGroup } from "./places";

/** What stands around every page of the docs. */
export function DocsShell({
  groups,
  search,
  children,
}: {
  readonly groups: readonly PlaceGroup[];
  /** What ⌘K finds. */
  readonly search: readonly CommandGroup[];
  readonly children: ReactNode;
}) {
  return (
    <>
      <SiteHeader
        search={
          <CommandPalette label="Search the docs" placeholder="A guide, an operation, an error code" groups={search} />
        }
      />
      <DocsMenu groups={groups} />
      <div className="mx-auto max-w-[1440px] lg:grid lg:grid-cols-[248px_minmax(0,1fr)]">
        <aside className="sticky top-14 hidden h-[calc(100dvh-56px)] overflow-y-auto border-r border-line px-4 py-8 lg:block">
          <DocsSidebar groups={groups} />
        </aside>
        <main className="min-w-0 px-4 pt-8 pb-24 lg:px-12 lg:pt-12">{children}</main>
      </div>
    </>
  );
}
