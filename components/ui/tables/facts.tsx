import { clsx } from "clsx";
import type { ReactNode } from "react";

/** Labeled values, one per line. `isDense` is for the side column of a desktop page. */
export function Facts({ isDense = false, children }: { readonly isDense?: boolean; readonly children: ReactNode }) {
  return (
    <dl
      className={clsx(
        "divide-y divide-line rounded-8 border border-line px-4 text-14",
        isDense && "lg:px-3 lg:text-13 lg:*:min-h-8 lg:*:py-1",
      )}
    >
      {children}
    </dl>
  );
}

export function Fact({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div className="flex min-h-12 flex-wrap items-center justify-between gap-x-4 py-2.5">
      <dt className="text-muted">{label}</dt>
      <dd className="ml-auto min-w-0 text-right wrap-anywhere">{children}</dd>
    </div>
  );
}
