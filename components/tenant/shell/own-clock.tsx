"use client";

import { usePathname } from "next/navigation";
import type { ReactNode } from "react";
import { PageClock } from "@/components/ui/values/page-clock";
import { useTenant } from "./use-tenant";

/** A tenant's pages are in the tenant's zone, and say "in 3 days" by the sandbox clock where that is ahead. */
export function OwnClock({ children }: { readonly children: ReactNode }) {
  const { tenant } = useTenant();
  return (
    <PageClock aheadMs={tenant?.clockAheadMs ?? 0} zone={tenant?.timeZone ?? "UTC"}>
      {children}
    </PageClock>
  );
}

/** Pages about people, keys, logs, and signatures: what they show is by the clock on the wall (decision 104). */
const BY_REAL_TIME = /^\/t\/[^/]+\/[^/]+\/(exports|keys|logs|team|audit|settings|tools)(\/|$)/;

/** Puts a page on real time whose subject is. */
export function RealTimePages({ children }: { readonly children: ReactNode }) {
  const isReal = BY_REAL_TIME.test(usePathname());
  return <PageClock {...(isReal ? { aheadMs: 0 } : {})}>{children}</PageClock>;
}
