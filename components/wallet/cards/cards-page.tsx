"use client";

import { useQuery } from "@tanstack/react-query";
import { CreditCard } from "lucide-react";
import { nameAccount } from "@/components/shared/accounts/name-account";
import { nameCard } from "@/components/shared/cards/name-card";
import { Money } from "@/components/shared/money/money";
import { StatusBadge } from "@/components/shared/status/status-badge";
import { useTRPC } from "@/components/trpc/client";
import { Empty, Failure, SkeletonRows } from "@/components/ui/feedback/states";
import { PageHead } from "@/components/ui/layout/page-head";
import { useKnownHeads } from "@/components/ui/navigation/known-head";
import { Link } from "@/components/ui/navigation/link";
import type { Card } from "@/server/trpc/types";
import { limitOf } from "./card-limits";

/** The member's cards, with what today has used of them. */
export function CardsPage() {
  const trpc = useTRPC();
  const cards = useQuery(trpc.wallet.cards.list.queryOptions());
  useKnownHeads((path) => {
    const card = cards.data?.find(({ id }) => path === `/wallet/cards/${id}`);
    return card ? { title: nameCard(card.id), below: <StatusBadge status={card.status} /> } : null;
  });
  return (
    <div className="max-w-[720px]">
      <PageHead
        title="Cards"
        purpose="Freeze a lost card and set spending limits."
        back={{ href: "/wallet", label: "Home" }}
      />
      {cards.isPending ? <SkeletonRows rows={3} /> : null}
      {cards.isError && !cards.data ? (
        <Failure what="Your cards" error={cards.error} onRetry={() => void cards.refetch()} />
      ) : null}
      {cards.data?.length === 0 ? (
        <Empty icon={CreditCard} title="No cards">
          Cards issued to you appear here. Until then, you can pay with codes.
        </Empty>
      ) : null}
      {cards.data && cards.data.length > 0 ? (
        <ul className="divide-y divide-line overflow-hidden rounded-8 border border-line">
          {cards.data.map((card) => (
            <CardRow key={card.id} card={card} />
          ))}
        </ul>
      ) : null}
    </div>
  );
}

function CardRow({ card }: { readonly card: Card }) {
  const isUsable = card.status === "active";
  return (
    <li>
      <Link
        href={`/wallet/cards/${card.id}`}
        className="flex min-h-[72px] items-center gap-3 px-4 py-3 -outline-offset-2 transition-colors hover:bg-hover"
      >
        <span
          className={`grid h-9 w-13 shrink-0 place-items-center rounded-4 ${isUsable ? "bg-button text-white" : "bg-hover text-muted"}`}
        >
          <CreditCard aria-hidden className="size-4.5" strokeWidth={1.75} />
        </span>
        <span className="min-w-0 flex-1">
          <span className="block truncate text-14 font-medium">{nameCard(card.id)}</span>
          <span className="block text-13 wrap-anywhere text-muted">
            {isUsable ? <Used card={card} /> : nameAccount({ id: card.account, currency: card.currency })}
          </span>
        </span>
        <StatusBadge status={card.status} />
      </Link>
    </li>
  );
}

function Used({ card }: { readonly card: Card }) {
  const { currency, usedToday } = card;
  const { value } = limitOf(card, "dailyAmount");
  if (usedToday === 0 && value === null) return <>{nameAccount({ id: card.account, currency })}</>;
  return (
    <>
      <Money amount={usedToday} currency={currency} />
      {value === null ? null : (
        <>
          {" of "}
          <Money amount={value} currency={currency} />
        </>
      )}{" "}
      today
    </>
  );
}
