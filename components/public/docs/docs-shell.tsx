import type { ReactNode } from "react";
import { OfflineBand } from "@/components/ui/connection/offline-band";
import { SiteHeader } from "../site/site-header";
import styles from "./docs.module.css";
import { DocsMenu, DocsSidebar } from "./docs-nav";
import { DocsSearch } from "./docs-search";
import type { Sandbox } from "./own-key/make-own-key";
import { OwnKeys } from "./own-key/own-keys";
import type { PlaceGroup } from "./places";

export function DocsShell({
  groups,
  sandboxes,
  children,
}: {
  readonly groups: readonly PlaceGroup[];
  /** Where the reader may make keys. */
  readonly sandboxes: readonly Sandbox[];
  readonly children: ReactNode;
}) {
  const [sandbox] = sandboxes;
  return (
    <div className={styles.shell}>
      <OfflineBand />
      <SiteHeader search={<DocsSearch />} console={sandbox && `/t/${sandbox.slug}/test`} />
      <DocsMenu groups={groups} />
      <div className="mx-auto max-w-[90rem] lg:grid lg:grid-cols-[15.5rem_minmax(0,1fr)]">
        <aside className="sticky top-[calc(3.5rem+var(--band))] hidden h-[calc(100dvh-3.5rem-var(--band))] overflow-y-auto border-r border-line px-4 py-8 lg:block">
          <DocsSidebar groups={groups} />
        </aside>
        <main className="min-w-0 px-4 pt-8 pb-24 lg:px-12 lg:pt-12">
          <OwnKeys sandboxes={sandboxes} />
          {children}
        </main>
      </div>
    </div>
  );
}
