"use client";

import { usePathname } from "next/navigation";
import type { ReactNode } from "react";
import { ClockAhead } from "@/components/ui/values/clock-ahead";
import { useTenant } from "./use-tenant";

/** Pages about people, keys, and logs: what they show is by the clock on the wall (decision 104). */
const BY_REAL_TIME = /^\/t\/[^/]+\/[^/]+\/(keys|logs|team|audit|settings)(\/|$)/;

/** A tenant's pages say "in 3 days" by the sandbox clock, where that is ahead. */
export function OwnClock({ children }: { readonly children: ReactNode }) {
  const { tenant } = useTenant();
  const isReal = BY_REAL_TIME.test(usePathname());
  return <ClockAhead aheadMs={isReal ? 0 : (tenant?.clockAheadMs ?? 0)}>{children}</ClockAhead>;
}
