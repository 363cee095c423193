import type { ReactNode } from "react";
import { DocsSearch } from "@/components/public/docs/docs-search";
import { SiteFooter } from "@/components/public/site/site-footer";
import { SiteHeader } from "@/components/public/site/site-header";

/** What stands around an address that names nothing. */
export default function Layout({ children }: { readonly children: ReactNode }) {
  return (
    <div className="flex min-h-dvh flex-col">
      <SiteHeader search={<DocsSearch />} />
      <div className="flex-1">{children}</div>
      <SiteFooter />
    </div>
  );
}
