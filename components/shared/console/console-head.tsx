import { clsx } from "clsx";
import type { ReactNode } from "react";
import { PageHead } from "@/components/ui/layout/page-head";

interface ConsoleHeadProps {
  readonly title: ReactNode;
  readonly purpose?: string;
  readonly action?: ReactNode;
  readonly back?: { readonly href: string; readonly label: string };
}

/**
 * A page's head with its one action: on the right on a desktop, below on a phone. The action is rendered only once, because it
 * may contain a dialog that the URL opens.
 */
export function ConsoleHead({ action, ...head }: ConsoleHeadProps) {
  if (!action) return <PageHead {...head} />;
  return (
    <div className="lg:flex lg:items-start lg:gap-4">
      <div className="min-w-0 lg:flex-1">
        <PageHead {...head} />
      </div>
      {/* Aligned with the title, below the back link. */}
      <div className={clsx("-mt-2 mb-6 shrink-0", head.back ? "lg:mt-11" : "lg:mt-0")}>{action}</div>
    </div>
  );
}
