import type { ReactNode } from "react";

/** A part of a page that has nothing to show: smaller than a page that has. */
export function NothingYet({ children }: { readonly children: ReactNode }) {
  return <p className="rounded-8 border border-line px-4 py-6 text-center text-14 text-muted">{children}</p>;
}
