"use client";

import { Popover } from "radix-ui";
import { DOTTED, type ExactTimeProps } from "./exact-time-button";
import { useLocale } from "./locale";
import { Time } from "./time";

function format(at: string, locale: string, timeZone?: string): string {
  return new Intl.DateTimeFormat(locale, {
    day: "numeric",
    month: "short",
    year: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
    fractionalSecondDigits: 3,
    timeZoneName: "short",
    hourCycle: "h23",
    ...(timeZone ? { timeZone } : {}),
  }).format(new Date(at));
}

/** A time with its exact value in a popover, which is open when it mounts. */
export function OpenedExactTime({ at, as }: ExactTimeProps) {
  return (
    <Popover.Root defaultOpen>
      <Popover.Trigger className={DOTTED}>
        <Time at={at} as={as} />
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          aria-label="Exact time"
          sideOffset={6}
          collisionPadding={12}
          className="z-50 animate-fade rounded-8 border border-line bg-page p-3 text-13 shadow-float outline-none"
        >
          <Exact at={at} />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

/** Rendered only in the browser, which knows the viewer's time zone. */
function Exact({ at }: { readonly at: string }) {
  const locale = useLocale();
  return (
    <dl className="grid grid-cols-[auto_auto] gap-x-3 gap-y-1 tabular-nums">
      <dt className="text-muted">Here</dt>
      <dd>{format(at, locale)}</dd>
      <dt className="text-muted">UTC</dt>
      <dd>{format(at, locale, "UTC")}</dd>
    </dl>
  );
}
