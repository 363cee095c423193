"use client";

import { usePathname } from "next/navigation";
import type { ReactNode } from "react";
import { PageSkeleton, type Shape } from "./page-skeleton";
import { useHere, usePending } from "./pending";

/** The page to come: its shape, and its title where its place has a name. */
export interface Coming {
  readonly shape: Shape;
  readonly title: string | null;
}

interface PageContentProps {
  readonly skeletonFor: (path: string) => Coming;
  /** Stands in place of the page, which is kept meanwhile. */
  readonly instead?: ReactNode;
  readonly children: ReactNode;
}

/**
 * The page, or the skeleton of the one that was asked for. The page is kept until the other is there: should that never
 * come, it is there again as it was.
 */
export function PageContent({ skeletonFor, instead = null, children }: PageContentProps) {
  const path = usePathname();
  const here = useHere();
  const head = usePending()?.head ?? null;
  const isComing = here !== path && instead === null;
  return (
    <>
      {instead}
      {isComing ? <PageSkeleton {...skeletonFor(here)} head={head} /> : null}
      <div hidden={isComing || instead !== null}>{children}</div>
    </>
  );
}
