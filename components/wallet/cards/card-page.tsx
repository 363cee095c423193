"use client";

import { useQuery } from "@tanstack/react-query";
import { Ban, FlaskConical, Snowflake, TimerOff } from "lucide-react";
import type { ReactNode } from "react";
import { StatusBadge } from "@/components/shared/status/status-badge";
import { useTRPC } from "@/components/trpc/client";
import { Failure, Skeleton, Unread } from "@/components/ui/feedback/states";
import { PageHead, SectionHead, ThumbAction } from "@/components/ui/layout/page-head";
import { CopyId } from "@/components/ui/values/copy-id";
import { DayOf } from "@/components/ui/values/time";
import type { Card } from "@/server/trpc/types";
import { ActivityRows } from "../activity/activity-row";
import { CardFace } from "./card-face";
import { callCard } from "./card-look";
import { FreezeButton } from "./freeze";
import { Limits } from "./limits";
import { NameCard } from "./name-form";

const BACK = { href: "/wallet/cards", label: "Cards" };

/** Never shows the card's token. */
export function CardPage({ id }: { readonly id: string }) {
  const trpc = useTRPC();
  const card = useQuery(trpc.wallet.cards.get.queryOptions({ id }));
  if (card.data) return <Detail card={card.data} />;
  return (
    <>
      <PageHead title="Card" back={BACK} />
      <Unread what="This card" query={card}>
        <Skeleton className="aspect-[1.6] w-full max-w-[22.5rem]" />
        <Skeleton className="h-40 w-full" />
      </Unread>
    </>
  );
}

function Detail({ card }: { readonly card: Card }) {
  const canSwitch = card.status !== "closed" && card.frozenBy !== "issuer" && !card.isShared;
  return (
    <>
      <PageHead title={callCard(card)} back={BACK} />
      <div className="grid grid-cols-1 gap-8 lg:grid-cols-[22.5rem_minmax(0,1fr)] lg:items-start lg:gap-12">
        <div className="flex flex-col gap-4">
          <CardFace card={card} />
          <div className="flex flex-wrap items-center justify-between gap-2">
            <StatusBadge status={card.status} />
            {card.status === "closed" || card.isShared ? null : <NameCard card={card} />}
          </div>
          <State card={card} />
          {canSwitch ? (
            <div className="hidden lg:block">
              <FreezeButton card={card} />
            </div>
          ) : null}
        </div>
        <div className="flex flex-col gap-8">
          <Limits card={card} />
          <Paid cardId={card.id} />
          <p className="flex items-center justify-between text-14 text-muted">
            Record <CopyId id={card.id} />
          </p>
        </div>
      </div>
      {canSwitch ? (
        <ThumbAction>
          <FreezeButton card={card} isLarge />
        </ThumbAction>
      ) : null}
    </>
  );
}

function State({ card: { status, frozenBy, isShared } }: { readonly card: Card }) {
  if (status === "closed")
    return <Says icon={<Ban aria-hidden className="size-4.5" />}>This card is closed and can’t be used again.</Says>;
  if (status === "expired") {
    return (
      <Says icon={<TimerOff aria-hidden className="size-4.5" />}>
        This card has expired. Ask your issuer for a new one.
      </Says>
    );
  }
  const icon = <Snowflake aria-hidden className="size-4.5" />;
  if (isShared) {
    return (
      <Says icon={<FlaskConical aria-hidden className="size-4.5" />}>
        This is a shared test card. It works as documented, so you can’t freeze it or change its limits.
      </Says>
    );
  }
  if (frozenBy === "issuer") {
    return (
      <Says icon={icon}>Your issuer froze this card, so every payment is declined. Only they can unfreeze it.</Says>
    );
  }
  if (frozenBy === "member") {
    return (
      <Says icon={icon}>
        Every payment with this card is declined. Codes and agreements still work, and pending payments can still go
        through.
      </Says>
    );
  }
  return (
    <Says icon={icon}>
      Lost it? Freeze it and every payment is declined until you unfreeze it. Codes and agreements still work.
    </Says>
  );
}

function Says({ icon, children }: { readonly icon: ReactNode; readonly children: ReactNode }) {
  return (
    <p className="flex items-start gap-2 text-14 text-muted">
      <span className="mt-px shrink-0">{icon}</span>
      <span>{children}</span>
    </p>
  );
}

function Paid({ cardId }: { readonly cardId: string }) {
  const trpc = useTRPC();
  const paid = useQuery(trpc.wallet.activity.list.queryOptions({ cardId, limit: 10 }));
  const items = paid.data?.items ?? [];
  return (
    <section>
      <SectionHead title="Recent payments with this card" />
      {paid.isError && !paid.data ? (
        <Failure what="Recent payments" error={paid.error} onRetry={() => void paid.refetch()} />
      ) : items.length > 0 ? (
        <ActivityRows items={items} />
      ) : (
        <p className="text-14 text-muted">
          {paid.isPending ? "Loading…" : <NoPayments back={paid.data.searchedBackTo} />}
        </p>
      )}
    </section>
  );
}

/** `back`: how far back the account's payments were searched. Null: all of them. */
function NoPayments({ back }: { readonly back: string | null }) {
  if (back === null) return "No payments yet.";
  return (
    <>
      No payments since <DayOf at={back} />.
    </>
  );
}
