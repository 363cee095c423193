"use client";

import { usePathname } from "next/navigation";
import type { ReactNode } from "react";
import { PageClock } from "@/components/ui/values/page-clock";
import { useTenant } from "./use-tenant";

/** Tenant pages use the tenant's time zone, and the sandbox clock for relative times. */
export function OwnClock({ children }: { readonly children: ReactNode }) {
  const { tenant } = useTenant();
  return (
    <PageClock aheadMs={tenant?.clockAheadMs ?? 0} zone={tenant?.timeZone ?? "UTC"}>
      {children}
    </PageClock>
  );
}

/** Pages about people, keys, logs, and signatures use real time (decision 104). */
const BY_REAL_TIME = /^\/t\/[^/]+\/[^/]+\/(exports|keys|logs|team|audit|settings|tools)(\/|$)/;

export function RealTimePages({ children }: { readonly children: ReactNode }) {
  const isReal = BY_REAL_TIME.test(usePathname());
  return <PageClock {...(isReal ? { aheadMs: 0 } : {})}>{children}</PageClock>;
}
