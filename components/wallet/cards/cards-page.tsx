"use client";

import { useQuery } from "@tanstack/react-query";
import { clsx } from "clsx";
import { CreditCard, Snowflake } from "lucide-react";
import { nameAccount } from "@/components/shared/accounts/name-account";
import { endOfCard } from "@/components/shared/cards/name-card";
import { Money } from "@/components/shared/money/money";
import { StatusBadge } from "@/components/shared/status/status-badge";
import { useTRPC } from "@/components/trpc/client";
import { Empty, Unread } from "@/components/ui/feedback/states";
import { PageHead, SectionHead } from "@/components/ui/layout/page-head";
import { useKnownHeads } from "@/components/ui/navigation/known-head";
import { Link } from "@/components/ui/navigation/link";
import { useLocale } from "@/components/ui/values/locale";
import { Day } from "@/components/ui/values/time";
import type { Card } from "@/server/trpc/types";
import { useLeadFirst } from "../accounts/use-lead-first";
import { CardFace } from "./card-face";
import { limitOf } from "./card-limits";
import { callCard, tintClass } from "./card-look";
import { lastMonthOf } from "./last-month";

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
      <Unread what="Your cards" query={cards} rows={3} />
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

function CardRow({ card }: { readonly card: Card }) {
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

function CardUse({ card }: { readonly card: Card }) {
  const { currency, usedToday, usesToday, lastUsedOn, status } = card;
  if (status === "frozen") return "Every payment is declined";
  const { value } = limitOf(card, "dailyAmount");
  if (lastUsedOn === null) return "Not used yet";
  if (usesToday === 0 && usedToday === 0) {
    return (
      <>
        Last used <Day day={lastUsedOn} />
      </>
    );
  }
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

function CardRules({ card }: { readonly card: Card }) {
  const locale = useLocale();
  const one = limitOf(card, "perTransaction").value;
  const count = limitOf(card, "dailyCount").value;
  if (one === null && count === null) return null;
  return (
    <>
      {one === null ? null : (
        <>
          Up to <Money amount={one} currency={card.currency} /> per payment
        </>
      )}
      {one === null || count === null ? null : ", "}
      {count === null ? null : `${count.toLocaleString(locale)} ${count === 1 ? "payment" : "payments"} a day`}
    </>
  );
}
