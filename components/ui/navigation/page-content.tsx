"use client";

import { usePathname } from "next/navigation";
import type { ReactNode } from "react";
import { PageSkeleton, type Shape } from "./page-skeleton";
import { useHere, usePending } from "./pending";

/** The pending page's shape, and its title if the path determines it. */
export interface Coming {
  readonly shape: Shape;
  readonly title: string | null;
}

interface PageContentProps {
  readonly skeletonFor: (path: string) => Coming;
  /** Shown instead of the page, which stays mounted. */
  readonly instead?: ReactNode;
  readonly children: ReactNode;
}

/** The page, or the skeleton of the pending one. The page stays mounted, and is shown again if the navigation fails. */
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
