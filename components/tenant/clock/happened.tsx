"use client";

import { clsx } from "clsx";
import { CircleX, Clock, Landmark, type LucideIcon, Repeat, TicketX, TimerOff, Webhook } from "lucide-react";
import { type Place, pathOf } from "@/components/shared/console/use-place";
import { Money } from "@/components/shared/money/money";
import { TONES, type Tone } from "@/components/ui/feedback/badge";
import { Empty } from "@/components/ui/feedback/states";
import { SectionHead } from "@/components/ui/layout/page-head";
import { Link } from "@/components/ui/navigation/link";
import { CopyId } from "@/components/ui/values/copy-id";
import { Time } from "@/components/ui/values/time";
import type { SandboxClockPage } from "@/server/trpc/types";
import { useTenant } from "../shell/use-tenant";

type Move = NonNullable<SandboxClockPage["move"]>;
type Item = Move["moments"][number]["items"][number];

interface Look {
  readonly icon: LucideIcon;
  readonly tone: Tone;
  readonly title: string;
  readonly page: ((item: Item) => string) | null;
}

const LOOKS: Readonly<Record<Item["kind"], Look>> = {
  hold_expired: { icon: TimerOff, tone: "neutral", title: "Hold expired", page: ({ id }) => `authorizations/${id}` },
  code_expired: {
    icon: TicketX,
    tone: "neutral",
    title: "Payment code expired",
    page: ({ id }) => `payment-codes/${id}`,
  },
  agreement_request_expired: { icon: CircleX, tone: "neutral", title: "Agreement request expired", page: null },
  agreement_due: { icon: Repeat, tone: "accent", title: "Agreement can be charged again", page: null },
  charge_request_ended: {
    icon: CircleX,
    tone: "neutral",
    title: "Charge request ended without an answer",
    page: ({ id }) => `authorizations/${id}`,
  },
  settled: { icon: Landmark, tone: "good", title: "Settled", page: ({ id }) => `settlement/${id}` },
  webhook_attempt: {
    icon: Webhook,
    tone: "neutral",
    title: "Webhook",
    page: ({ id, subscriptionId }) => `webhooks/${subscriptionId}/deliveries/${id}`,
  },
};

export function Happened({ move }: { readonly move: Move }) {
  const { place } = useTenant();
  return (
    <section>
      <SectionHead title="What happened" />
      <p className="-mt-2 mb-4 text-14 text-muted">
        From <Time at={move.from} /> to <Time at={move.to} />
        {move.hasArrived ? "" : ", so far"}
      </p>
      {move.moments.length === 0 ? (
        <Empty icon={Clock} title={move.hasArrived ? "Nothing was due" : "Nothing yet"}>
          Holds, codes, and requests that expire, days that settle, and webhook attempts appear here.
        </Empty>
      ) : (
        <ol className="divide-y divide-line rounded-8 border border-line">
          {move.moments.flatMap(({ at, items }) =>
            items.map((item) => (
              <HappenedRow key={`${item.kind} ${item.id} ${item.attempt ?? ""}`} at={at} item={item} place={place} />
            )),
          )}
        </ol>
      )}
      {move.hasMore ? (
        <p className="mt-4 text-13 text-muted">These are the first 200. The lists have them all.</p>
      ) : null}
    </section>
  );
}

interface HappenedRowProps {
  readonly at: string;
  readonly item: Item;
  readonly place: Place;
}

function HappenedRow({ at, item, place }: HappenedRowProps) {
  const { icon: Icon, tone, title, page } = LOOKS[item.kind];
  const isFailed = item.hasArrived === false;
  const name = item.attempt === null ? title : `Webhook attempt ${item.attempt} ${isFailed ? "failed" : "delivered"}`;
  const look = item.attempt === null ? tone : isFailed ? "bad" : "good";
  return (
    <li className="flex items-center gap-3 px-4 py-2.5 text-14">
      <span aria-hidden className={clsx("grid size-7 shrink-0 place-items-center rounded-full", TONES[look])}>
        <Icon className="size-4" strokeWidth={2} />
      </span>
      <div className="min-w-0 flex-1">
        <p className="flex justify-between gap-3 font-medium">
          {page ? (
            <Link href={pathOf(place, page(item))} className="underline-offset-4 hover:underline">
              {name}
            </Link>
          ) : (
            name
          )}
          {item.amount === null || item.currency === null ? null : (
            <Money amount={item.amount} currency={item.currency} />
          )}
        </p>
        <p className="flex flex-wrap items-center justify-between gap-x-3 text-13 text-muted">
          <span className="flex min-w-0 items-center gap-2">
            {item.of ? <span className="truncate">{item.of}</span> : null}
            {page ? null : <CopyId id={item.id} />}
          </span>
          <Time at={at} as="seconds" />
        </p>
      </div>
    </li>
  );
}
