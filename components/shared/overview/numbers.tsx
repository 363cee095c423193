"use client";

import { clsx } from "clsx";
import { ArrowDown, ArrowRight, ArrowUp } from "lucide-react";
import type { ReactNode } from "react";
import { Money } from "@/components/shared/money/money";
import { formatCount } from "@/components/ui/values/count";
import { useLocale } from "@/components/ui/values/locale";
import type { OverviewFigures } from "@/server/trpc/types";
import { percent } from "./percent";

interface NumbersProps {
  readonly overview: OverviewFigures;
  readonly currency: string;
}

export function Numbers({ overview, currency }: NumbersProps) {
  const { current, before, volumes, declines } = overview;
  const locale = useLocale();
  const [first] = declines;
  const main = volumes.find((volume) => volume.currency === currency);
  const others = volumes.filter((volume) => volume !== main);
  return (
    <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-8 border border-line bg-line lg:grid-cols-4">
      <Tile
        label="Approved volume"
        note={formatCount(current.approved, locale, "approval")}
        trend={<Trend change={changeOf(main)} isGoodUp />}
        more={others.map((volume) => (
          <span key={volume.currency} className="flex flex-wrap items-center gap-x-2">
            <span className="font-medium text-text tabular-nums">
              <Money amount={volume.volume} currency={volume.currency} />
            </span>
            <Trend change={changeOf(volume)} isGoodUp />
          </span>
        ))}
      >
        {main ? <Money amount={main.volume} currency={main.currency} /> : null}
      </Tile>
      <Tile
        label="Approval rate"
        note={`${current.approved + current.declined} requested`}
        trend={<Trend change={difference(current.approvalRate, before.approvalRate)} isGoodUp isPoints />}
      >
        {rate(current.approvalRate)}
      </Tile>
      <Tile
        label="Declined"
        note={first ? `Top reason: ${first.title}` : "None"}
        trend={<Trend change={before.declined > 0 ? current.declined / before.declined - 1 : null} isGoodUp={false} />}
      >
        {current.declined}
      </Tile>
      <Tile
        label="Webhook success"
        note={formatAttempts(current.attempts, locale)}
        trend={<Trend change={difference(current.webhookRate, before.webhookRate)} isGoodUp isPoints />}
      >
        {rate(current.webhookRate)}
      </Tile>
    </dl>
  );
}

function changeOf(of: OverviewFigures["volumes"][number] | undefined): number | null {
  return of && of.before > 0 ? of.volume / of.before - 1 : null;
}

function formatAttempts(count: number, locale: string): string {
  return count === 0 ? "Nothing was sent" : `Of ${formatCount(count, locale, "attempt")}`;
}

function rate(value: number | null): string {
  return value === null ? "–" : percent(value);
}

function difference(now: number | null, before: number | null): number | null {
  return now === null || before === null ? null : now - before;
}

interface TileProps {
  readonly label: string;
  readonly note: string;
  readonly trend: ReactNode;
  /** Other currencies' figures, which can't be added to the first. */
  readonly more?: readonly ReactNode[];
  readonly children: ReactNode;
}

function Tile({ label, note, trend, more = [], children }: TileProps) {
  return (
    <div className="@container flex min-w-0 flex-col gap-1 bg-page p-4">
      <dt className="text-13 text-muted">{label}</dt>
      <dd className="text-16 font-semibold tracking-tight wrap-anywhere tabular-nums @min-[8rem]:text-20 @min-[12.5rem]:text-28">
        {children}
      </dd>
      {more.length > 0 ? <dd className="flex flex-col gap-0.5 text-13">{more}</dd> : null}
      <dd className="flex flex-wrap items-center gap-x-2 text-13 text-muted">
        {trend}
        <span>{note}</span>
      </dd>
    </div>
  );
}

interface TrendProps {
  /** A fraction of the previous value, or a difference of two rates if `isPoints`. Null: there is no previous value. */
  readonly change: number | null;
  readonly isGoodUp: boolean;
  readonly isPoints?: boolean;
}

function Trend({ change, isGoodUp, isPoints = false }: TrendProps) {
  if (change === null) return null;
  const shown = Math.abs(change * 100).toFixed(isPoints ? 1 : 0);
  const isSame = Number(shown) === 0;
  const isGood = change > 0 === isGoodUp;
  const Icon = isSame ? ArrowRight : change > 0 ? ArrowUp : ArrowDown;
  const words = isSame ? "no change" : `${change > 0 ? "up" : "down"} ${shown}${isPoints ? " points" : "%"}`;
  return (
    <span
      className={clsx("inline-flex items-center gap-0.5 font-medium", !isSame && (isGood ? "text-good" : "text-bad"))}
    >
      <Icon aria-hidden className="size-3.5" /> {words}
    </span>
  );
}
