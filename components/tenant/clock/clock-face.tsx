import { Time } from "@/components/ui/values/time";
import type { SandboxClockPage } from "@/server/trpc/types";
import { sayAhead } from "./say-ahead";

const DAY = new Intl.DateTimeFormat("en-GB", {
  weekday: "long",
  day: "numeric",
  month: "long",
  year: "numeric",
  timeZone: "UTC",
});
const HOUR = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit", timeZone: "UTC" });

/** What time it is in the sandbox, large, and how far that is from real time. */
export function ClockFace({ clock }: { readonly clock: SandboxClockPage }) {
  const { now, aheadMs, move } = clock;
  const at = new Date(now);
  return (
    <div>
      <p className="text-14 text-muted">{DAY.format(at)}</p>
      <p className="text-40 font-medium tabular-nums">
        <time dateTime={now}>
          {HOUR.format(at)} <span className="text-20 text-muted">UTC</span>
        </time>
      </p>
      <p role="status" className="mt-1 text-14 text-muted">
        {aheadMs === 0 ? "Real time" : `${sayAhead(aheadMs)} ahead of real time`}
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
