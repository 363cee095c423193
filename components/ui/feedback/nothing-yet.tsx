import type { ReactNode } from "react";

export function NothingYet({ children }: { readonly children: ReactNode }) {
  return <p className="rounded-8 border border-line px-4 py-6 text-center text-14 text-muted">{children}</p>;
}
