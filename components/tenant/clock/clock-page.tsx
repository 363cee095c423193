"use client";

import { useQuery } from "@tanstack/react-query";
import { formatAhead } from "@/components/shared/clock/format-ahead";
import { useTRPC } from "@/components/trpc/client";
import { Callout } from "@/components/ui/feedback/callout";
import { Unread } from "@/components/ui/feedback/states";
import { PageHead } from "@/components/ui/layout/page-head";
import { useLocale } from "@/components/ui/values/locale";
import { useZone } from "@/components/ui/values/page-clock";
import { Time } from "@/components/ui/values/time";
import { nameZone } from "@/components/ui/values/zone";
import type { SandboxClockPage } from "@/server/trpc/types";
import { useTenant } from "../shell/use-tenant";
import { Happened } from "./happened";
import { MoveClock } from "./move-clock";

const MOVING_POLL_MS = 1_000;
/** The clock shows minutes. */
const RESTING_POLL_MS = 20_000;

export function ClockPage() {
  const trpc = useTRPC();
  const { place, may } = useTenant();
  const clock = useQuery({
    ...trpc.tenant.sandboxClock.get.queryOptions(place),
    refetchInterval: ({ state }) => (state.data?.move?.hasArrived === false ? MOVING_POLL_MS : RESTING_POLL_MS),
  });
  const { data } = clock;
  return (
    <>
      <PageHead
        title="Sandbox clock"
        purpose="Move time forward and watch holds expire, days settle, and webhooks retry."
      />
      <Unread what="The clock" query={clock} rows={3} />
      {data ? (
        <div className="flex flex-col gap-8">
          <section aria-label="Clock" className="flex flex-col gap-6 rounded-8 border border-line p-4 sm:p-6">
            <ClockFace clock={data} />
            {data.isFixed || !may("play_sandbox") ? null : <MoveClock clock={data} />}
          </section>
          {data.isFixed ? (
            <Callout tone="warn" title="This clock can’t be moved">
              Everyone shares this sandbox. Sign up for your own to move its clock.
            </Callout>
          ) : null}
          {data.move ? <Happened move={data.move} /> : null}
        </div>
      ) : null}
    </>
  );
}

const DAY = { weekday: "long", day: "numeric", month: "long", year: "numeric" } as const;
const HOUR = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" } as const;

function ClockFace({ clock }: { readonly clock: SandboxClockPage }) {
  const { now, aheadMs, move } = clock;
  const timeZone = useZone();
  const locale = useLocale();
  const formatPart = (form: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { ...form, timeZone }).format(new Date(now));
  return (
    <div>
      <p className="text-14 text-muted">{formatPart(DAY)}</p>
      <p className="text-40 font-medium tabular-nums">
        <time dateTime={now}>
          {formatPart(HOUR)} <span className="text-20 text-muted">{nameZone(timeZone)}</span>
        </time>
      </p>
      <p role="status" className="mt-1 text-14 text-muted">
        {aheadMs === 0 ? "Real time" : `${formatAhead(aheadMs)} ahead of real time`}
        {move && !move.hasArrived ? (
          <>
            {" · moving to "}
            <Time at={move.to} />
          </>
        ) : null}
      </p>
    </div>
  );
}
