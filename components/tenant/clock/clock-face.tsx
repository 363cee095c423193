import { sayAhead } from "@/components/shared/clock/say-ahead";
import { useLocale } from "@/components/ui/values/locale";
import { useZone } from "@/components/ui/values/page-clock";
import { Time } from "@/components/ui/values/time";
import { nameZone } from "@/components/ui/values/zone";
import type { SandboxClockPage } from "@/server/trpc/types";

const DAY = { weekday: "long", day: "numeric", month: "long", year: "numeric" } as const;
const HOUR = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" } as const;

export function ClockFace({ clock }: { readonly clock: SandboxClockPage }) {
  const { now, aheadMs, move } = clock;
  const timeZone = useZone();
  const locale = useLocale();
  const say = (form: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { ...form, timeZone }).format(new Date(now));
  return (
    <div>
      <p className="text-14 text-muted">{say(DAY)}</p>
      <p className="text-40 font-medium tabular-nums">
        <time dateTime={now}>
          {say(HOUR)} <span className="text-20 text-muted">{nameZone(timeZone)}</span>
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
