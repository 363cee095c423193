"use client";

import { useSyncExternalStore } from "react";
import { pathOf } from "@/components/shared/console/use-place";
import { Link } from "@/components/ui/navigation/link";
import { useViewing } from "@/components/ui/values/locale";
import { sayAhead } from "../clock/say-ahead";
import { useTenant } from "./use-tenant";

const TICK_MS = 20_000;
const SHORT = { day: "numeric", month: "short", hour: "2-digit", minute: "2-digit", timeZone: "UTC" } as const;

function subscribe(onTick: () => void): () => void {
  const timer = setInterval(onTick, TICK_MS);
  return () => clearInterval(timer);
}

/** What time it is in a sandbox whose clock is ahead; else nothing. */
export function SandboxTime() {
  const { place, tenant } = useTenant();
  const { nowMs } = useViewing();
  const realMs = useSyncExternalStore(
    subscribe,
    () => Math.max(nowMs, Math.floor(Date.now() / TICK_MS) * TICK_MS),
    () => nowMs,
  );
  if (!tenant || tenant.clockAheadMs === 0) return null;
  const at = new Date(realMs + tenant.clockAheadMs);
  return (
    <Link href={pathOf(place, "clock")} className="truncate underline underline-offset-4">
      <span className="max-sm:sr-only">Sandbox time </span>
      {new Intl.DateTimeFormat("en-GB", SHORT).format(at)} UTC, {sayAhead(tenant.clockAheadMs)} ahead
    </Link>
  );
}
