"use client";

import { useQuery } from "@tanstack/react-query";
import { CreditCard } from "lucide-react";
import { nameAccount } from "@/components/shared/accounts/name-account";
import { StatusBadge } from "@/components/shared/status/status-badge";
import { useTRPC } from "@/components/trpc/client";
import { Empty, Failure, SkeletonRows } from "@/components/ui/feedback/states";
import { PageHead, SectionHead } from "@/components/ui/layout/page-head";
import { useKnownHeads } from "@/components/ui/navigation/known-head";
import { Link } from "@/components/ui/navigation/link";
import type { Card } from "@/server/trpc/types";
import { useLeadFirst } from "../accounts/use-lead-first";
import { CardFace } from "./card-face";
import { callCard } from "./card-look";
import { CardRow } from "./card-row";
import { CardUse } from "./card-use";

/** More card pictures would be too similar to tell apart. */
const MOST_FACES = 2;

export function CardsPage() {
  const trpc = useTRPC();
  const cards = useQuery(trpc.wallet.cards.list.queryOptions());
  useKnownHeads((path) => {
    const card = cards.data?.find(({ id }) => path === `/wallet/cards/${id}`);
    return card ? { title: callCard(card), below: <StatusBadge status={card.status} /> } : null;
  });
  return (
    <div className="max-w-[45rem]">
      <PageHead title="Cards" purpose="Freeze a lost card and set spending limits." />
      {cards.isPending ? <SkeletonRows rows={3} /> : null}
      {cards.isError && !cards.data ? (
        <Failure what="Your cards" error={cards.error} onRetry={() => void cards.refetch()} />
      ) : null}
      {cards.data?.length === 0 ? (
        <Empty icon={CreditCard} title="No cards">
          Cards issued to you appear here. Until then, you can pay with codes.
        </Empty>
      ) : null}
      {cards.data ? <Usable cards={cards.data.filter(isUsable)} /> : null}
      {cards.data ? <Others cards={cards.data.filter((card) => !isUsable(card))} /> : null}
    </div>
  );
}

function isUsable({ status }: Card): boolean {
  return status === "active" || status === "frozen";
}

function Usable({ cards }: { readonly cards: readonly Card[] }) {
  const leadFirst = useLeadFirst();
  if (cards.length <= MOST_FACES) return <Faces cards={cards} />;
  const accounts = leadFirst(
    [...new Map(cards.map(({ account, currency }) => [account, currency]))],
    ([, currency]) => currency,
  );
  return (
    <div className="flex flex-col gap-8">
      {accounts.map(([id, currency]) => (
        <section key={id}>
          <SectionHead title={nameAccount({ id, currency })} />
          <ul className="divide-y divide-line overflow-hidden rounded-8 border border-line">
            {cards
              .filter(({ account }) => account === id)
              .toSorted(byLastUse)
              .map((card) => (
                <li key={card.id}>
                  <CardRow card={card} />
                </li>
              ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

/** Last used first; the sort is stable, so ties keep the order of issue. */
function byLastUse(one: Card, other: Card): number {
  return (other.lastUsedOn ?? "").localeCompare(one.lastUsedOn ?? "");
}

function Faces({ cards }: { readonly cards: readonly Card[] }) {
  return (
    <ul className="grid grid-cols-1 gap-6 sm:grid-cols-2">
      {cards.map((card) => (
        <li key={card.id} className="min-w-0 max-w-[22.5rem]">
          <Link href={`/wallet/cards/${card.id}`} className="block rounded-8 transition-opacity hover:opacity-90">
            <CardFace card={card} />
            <span className="mt-2 flex items-start justify-between gap-4 text-13 text-muted">
              <span className="wrap-anywhere">
                <CardUse card={card} />
              </span>
              {card.status === "frozen" ? <StatusBadge status={card.status} /> : null}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

function Others({ cards }: { readonly cards: readonly Card[] }) {
  if (cards.length === 0) return null;
  return (
    <section className="mt-8">
      <SectionHead title="No longer in use" />
      <ul className="divide-y divide-line overflow-hidden rounded-8 border border-line">
        {cards.map((card) => (
          <li key={card.id}>
            <Link
              href={`/wallet/cards/${card.id}`}
              className="flex min-h-14 items-center justify-between gap-3 px-4 py-3 text-14 -outline-offset-2 transition-colors hover:bg-hover"
            >
              <span className="min-w-0 truncate font-medium">{callCard(card)}</span>
              <StatusBadge status={card.status} />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
