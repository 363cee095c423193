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
 * A page's head with its one action: at the right on a desktop, below on a phone. It is there once, since it may have a dialog
 * that the address opens.
 */
export function ConsoleHead({ action, ...head }: ConsoleHeadProps) {
  if (!action) return <PageHead {...head} />;
  return (
    <div className="lg:flex lg:items-start lg:gap-4">
      <div className="min-w-0 lg:flex-1">
        <PageHead {...head} />
      </div>
      {/* Beside the title, which the way back stands above. */}
      <div className={clsx("-mt-2 mb-6 shrink-0", head.back ? "lg:mt-11" : "lg:mt-0")}>{action}</div>
    </div>
  );
}
