import type { ReactNode } from "react";
import { DocsSearch } from "../docs/docs-search";
import { SiteFooter } from "./site-footer";
import { SiteHeader } from "./site-header";

export function SitePage({ children }: { readonly children: ReactNode }) {
  return (
    <div className="flex min-h-dvh flex-col">
      <SiteHeader search={<DocsSearch />} />
      <main className="mx-auto w-full max-w-[90rem] flex-1 px-4 py-16 sm:py-24 lg:px-8">{children}</main>
      <SiteFooter />
    </div>
  );
}
