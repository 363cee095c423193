"use client";

import { Button } from "@/components/ui/forms/button";
import { useLazyOnHover } from "@/components/ui/layout/use-lazy-on-hover";
import type { TryItProps } from "./opened-try-it";

const load = () => import("./opened-try-it").then(({ OpenedTryIt }) => OpenedTryIt);

/** Sends an operation’s example from the page. */
export function TryIt(props: TryItProps) {
  const { Opened, button } = useLazyOnHover<TryItProps>(load);
  if (Opened) return <Opened {...props} />;
  return (
    <div className="print:hidden">
      <Button look="secondary" size="small" aria-label={`Try it: ${props.what}`} {...button}>
        Try it
      </Button>
    </div>
  );
}
