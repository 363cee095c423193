"use client";

import { sayAhead } from "@/components/shared/clock/say-ahead";
import { pathOf } from "@/components/shared/console/use-place";
import { Link } from "@/components/ui/navigation/link";
import { useLocale } from "@/components/ui/values/locale";
import { useNow, useZone } from "@/components/ui/values/page-clock";
import { useTenant } from "./use-tenant";

const TICK_MS = 20_000;
const SHORT = {
  day: "numeric",
  month: "short",
  hour: "2-digit",
  minute: "2-digit",
  timeZoneName: "short",
  hourCycle: "h23",
} as const;

export function SandboxTime() {
  const { place, tenant } = useTenant();
  const now = useNow(TICK_MS);
  const timeZone = useZone();
  const locale = useLocale();
  if (!tenant || tenant.clockAheadMs === 0) return null;
  return (
    <Link href={pathOf(place, "clock")} className="truncate underline underline-offset-4">
      <span className="max-sm:sr-only">Sandbox time </span>
      {new Intl.DateTimeFormat(locale, { ...SHORT, timeZone }).format(now)}, {sayAhead(tenant.clockAheadMs)} ahead
    </Link>
  );
}
