"use client";

import { useQuery } from "@tanstack/react-query";
import { clsx } from "clsx";
import { Snowflake } from "lucide-react";
import { nameAccount } from "@/components/shared/accounts/name-account";
import { nameCard } from "@/components/shared/cards/name-card";
import { useTRPC } from "@/components/trpc/client";
import type { Card } from "@/server/trpc/types";
import { tintClass } from "./card-look";
import { lastMonthOf } from "./last-month";

export function CardFace({ card }: { readonly card: Card }) {
  const trpc = useTRPC();
  const { data: me } = useQuery(trpc.shared.sessions.me.queryOptions());
  const { id, name, tint, status, expiresOn, currency } = card;
  const isActive = status === "active";
  return (
    <div
      className={clsx(
        "relative flex aspect-[1.6] w-full max-w-[22.5rem] flex-col justify-between gap-2 overflow-hidden rounded-8 border p-5 transition-colors",
        isActive ? tintClass(tint) : "border-line bg-raised text-muted",
      )}
    >
      <Rings />
      <div className="relative flex items-start justify-between gap-4">
        <p className="min-w-0 truncate text-14 font-semibold">{me?.member?.tenantTitle ?? "Closed Loop"}</p>
        <p className="flex shrink-0 items-center gap-1.5 text-14">
          {status === "frozen" ? (
            <Snowflake aria-hidden className="size-5 animate-fade text-accent" strokeWidth={1.5} />
          ) : null}
          {nameCard(id)}
        </p>
      </div>
      {name ? <p className="relative truncate text-20 font-semibold">{name}</p> : null}
      <div className="relative flex items-end justify-between gap-4 text-13">
        <p className="min-w-0 truncate">
          <span className="text-16 font-semibold">{currency}</span>
          {nameAccount({ id: card.account, currency }).slice(currency.length)}
        </p>
        <p className="shrink-0 tabular-nums">
          <span className="sr-only">Valid until </span>
          {lastMonthOf(expiresOn)}
        </p>
      </div>
    </div>
  );
}

function Rings() {
  return (
    <svg viewBox="0 0 360 225" aria-hidden className="absolute inset-0 size-full opacity-10">
      <circle cx="222" cy="150" r="92" fill="none" stroke="currentColor" strokeWidth="26" />
      <circle cx="330" cy="150" r="92" fill="none" stroke="currentColor" strokeWidth="26" />
    </svg>
  );
}
