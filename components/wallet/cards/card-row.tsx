"use client";

import { clsx } from "clsx";
import { Snowflake } from "lucide-react";
import { endOfCard } from "@/components/shared/cards/name-card";
import { StatusBadge } from "@/components/shared/status/status-badge";
import { Link } from "@/components/ui/navigation/link";
import type { Card } from "@/server/trpc/types";
import { callCard, tintClass } from "./card-look";
import { CardRules, CardUse } from "./card-use";
import { lastMonthOf } from "./last-month";

export function CardRow({ card }: { readonly card: Card }) {
  return (
    <Link
      href={`/wallet/cards/${card.id}`}
      className="flex items-center gap-3 px-4 py-3 text-14 -outline-offset-2 transition-colors hover:bg-hover"
    >
      <Thumbnail card={card} />
      <span className="min-w-0 flex-1">
        <span className="block truncate font-medium">{callCard(card)}</span>
        <span className="block text-13 wrap-anywhere text-muted">
          {card.name ? `··${endOfCard(card.id)}, ` : null}
          <CardUse card={card} />
        </span>
        <span className="block text-13 wrap-anywhere text-muted empty:hidden">
          <CardRules card={card} />
        </span>
      </span>
      <span className="flex shrink-0 flex-col items-end gap-1">
        {card.status === "frozen" ? <StatusBadge status={card.status} /> : null}
        <span className="text-13 text-muted tabular-nums">
          <span className="sr-only">Valid until </span>
          {lastMonthOf(card.expiresOn)}
        </span>
      </span>
    </Link>
  );
}

/** A miniature of the card with its currency. Screen readers get the currency from the heading. */
function Thumbnail({ card: { status, currency, tint } }: { readonly card: Card }) {
  const isActive = status === "active";
  return (
    <span
      aria-hidden
      className={clsx(
        "grid h-7 w-11 shrink-0 place-items-center rounded-4 border",
        isActive ? tintClass(tint) : "border-line bg-raised",
      )}
    >
      {status === "frozen" ? (
        <Snowflake className="size-4 text-accent" strokeWidth={1.5} />
      ) : (
        <span className="text-12 font-semibold">{currency}</span>
      )}
    </span>
  );
}
