import type { ReactNode } from "react";
import { PageHead } from "@/components/ui/layout/page-head";

interface ConsoleHeadProps {
  readonly title: ReactNode;
  readonly purpose?: string;
  readonly action?: ReactNode;
  readonly back?: { readonly href: string; readonly label: string };
}

/** A page's head with its one action: at the right on a desktop, below on a phone. */
export function ConsoleHead({ action, ...head }: ConsoleHeadProps) {
  return (
    <>
      <PageHead {...head} action={action} />
      {action ? <div className="-mt-2 mb-6 lg:hidden">{action}</div> : null}
    </>
  );
}
