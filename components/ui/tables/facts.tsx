import type { ReactNode } from "react";

/** Label and value, one fact a line. */
export function Facts({ children }: { readonly children: ReactNode }) {
  return <dl className="divide-y divide-line rounded-8 border border-line px-4 text-14">{children}</dl>;
}

export function Fact({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div className="flex min-h-12 flex-wrap items-center justify-between gap-x-4 py-2.5">
      <dt className="text-muted">{label}</dt>
      <dd className="ml-auto min-w-0 text-right wrap-anywhere">{children}</dd>
    </div>
  );
}
