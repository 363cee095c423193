"use client";

import { type ReactNode, useState } from "react";
import { Money } from "@/components/shared/money/money";
import { Dialog } from "@/components/ui/feedback/dialog";
import { Button } from "@/components/ui/forms/button";
import { SectionHead } from "@/components/ui/layout/page-head";
import { useLocale } from "@/components/ui/values/locale";
import { useNow } from "@/components/ui/values/page-clock";
import { Time } from "@/components/ui/values/time";
import { calendarDay, dayAfter, startOfDay } from "@/server/contracts/calendar-days";
import type { Card } from "@/server/trpc/types";
import { limitOf } from "./card-limits";
import { callCard } from "./card-look";
import { LimitsForm } from "./limits-form";

export function Limits({ card }: { readonly card: Card }) {
  const [isOpen, setOpen] = useState(false);
  const locale = useLocale();
  const { currency, usedToday, usesToday } = card;
  const [one, amount, count] = [
    limitOf(card, "perTransaction"),
    limitOf(card, "dailyAmount"),
    limitOf(card, "dailyCount"),
  ];
  const money = (value: number) => <Money amount={value} currency={currency} />;
  return (
    <section>
      <SectionHead title="Limits">
        {card.status === "closed" || card.isShared ? null : (
          <Button size="small" onClick={() => setOpen(true)}>
            Change limits
          </Button>
        )}
      </SectionHead>
      <dl className="divide-y divide-line rounded-8 border border-line px-4 text-14">
        <Row label="One payment" by={one.by}>
          {one.value === null ? "No limit" : <>Up to {money(one.value)}</>}
        </Row>
        <Row label="Used today" by={amount.by} share={shareOf(usedToday, amount.value)}>
          {money(usedToday)}{" "}
          {amount.value === null ? null : <span className="text-muted">of {money(amount.value)}</span>}
        </Row>
        <Row label="Payments today" by={count.by} share={shareOf(usesToday, count.value)}>
          <span className="tabular-nums">
            {usesToday.toLocaleString(locale)}{" "}
            {count.value === null ? null : <span className="text-muted">of {count.value.toLocaleString(locale)}</span>}
          </span>
        </Row>
      </dl>
      {amount.value === null && count.value === null ? null : <Reset />}
      <Dialog
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title="Change limits"
        purpose={`How much ${callCard(card)} can spend. Codes and agreements have their own limits.`}
      >
        <LimitsForm card={card} onDone={() => setOpen(false)} />
      </Dialog>
    </section>
  );
}

const TICK_MS = 20_000;

/** Daily card limits reset at midnight UTC; shows that in the member's zone. */
function Reset() {
  const today = calendarDay(new Date(useNow(TICK_MS)), "UTC");
  return (
    <p className="mt-2 text-13 text-muted">
      Daily limits reset at <Time at={startOfDay(dayAfter(today), "UTC").toISOString()} as="clock" />.
    </p>
  );
}

function shareOf(used: number, limit: number | null): number | null {
  return limit === null ? null : Math.min(1, used / limit);
}

interface RowProps {
  readonly label: string;
  readonly by: "you" | "issuer" | null;
  readonly share?: number | null;
  readonly children: ReactNode;
}

function Row({ label, by, share = null, children }: RowProps) {
  return (
    <div className="grid grid-cols-[auto_minmax(0,1fr)] items-baseline gap-x-4 py-3">
      <dt className="text-muted">{label}</dt>
      <dd className="text-right">
        <span className="font-medium">{children}</span>
        {by === "issuer" ? <span className="block text-13 text-muted">Set by your issuer</span> : null}
      </dd>
      {share === null ? null : (
        <dd aria-hidden className="col-span-2 mt-2 h-1 overflow-hidden rounded-full bg-hover">
          <div
            className={`h-full rounded-full ${share >= 1 ? "bg-warn" : "bg-accent"}`}
            style={{ width: `${share * 100}%` }}
          />
        </dd>
      )}
    </div>
  );
}
