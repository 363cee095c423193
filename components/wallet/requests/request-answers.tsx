import { clsx } from "clsx";
import type { ReactNode } from "react";

export function RequestAnswers({
  isLong = false,
  children,
}: {
  readonly isLong?: boolean;
  readonly children: ReactNode;
}) {
  return (
    <div
      data-bar="bottom"
      className={clsx(
        "sticky bottom-0 -mx-5 grid gap-3 border-t border-line bg-page px-5 pt-4 pb-[max(1rem,env(safe-area-inset-bottom))] sm:grid-cols-2",
        isLong ? "grid-cols-1" : "grid-cols-2",
      )}
    >
      {children}
    </div>
  );
}
