"use client";

import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { ChevronRight, CreditCard, Repeat } from "lucide-react";
import { Terms } from "@/components/shared/agreements/terms";
import { StatusBadge } from "@/components/shared/status/status-badge";
import { BY_CURSOR } from "@/components/trpc/by-cursor";
import { useTRPC } from "@/components/trpc/client";
import { LiveMark } from "@/components/trpc/live-mark";
import { Empty, Failure, SkeletonRows } from "@/components/ui/feedback/states";
import { PageHead, SectionHead } from "@/components/ui/layout/page-head";
import { Link } from "@/components/ui/navigation/link";
import { Older } from "@/components/ui/tables/older";
import type { Agreement } from "@/server/trpc/types";
import { ActivityRows } from "../activity/activity-row";
import { ChargeCard } from "../charges/charge-card";
import { holdingInput } from "./holding-input";
import { AgreementPull, CodePull } from "./pull-row";

export function AgreementsPage() {
  const trpc = useTRPC();
  const pending = useQuery(trpc.wallet.agreements.list.queryOptions({ state: "pending", limit: 20 }));
  const asked = useQuery(trpc.wallet.charges.list.queryOptions());
  const waiting = pending.data?.items ?? [];
  const charges = asked.data ?? [];
  return (
    <div className="max-w-[45rem]">
      <PageHead title="Agreements" purpose="Merchants you’ve allowed to charge you." note={<LiveMark />} />
      <div className="flex flex-col gap-8">
        {waiting.length + charges.length > 0 ? (
          <section>
            <SectionHead title="Waiting for your answer" />
            <div className="flex flex-col gap-2">
              {charges.map((charge) => (
                <ChargeCard key={charge.id} charge={charge} />
              ))}
              {waiting.map((agreement) => (
                <RequestCard key={agreement.id} agreement={agreement} />
              ))}
            </div>
          </section>
        ) : null}
        <Pulling />
        <Holding />
        <CardsNote />
        <Over />
      </div>
    </div>
  );
}

const LIST = "divide-y divide-line overflow-hidden rounded-8 border border-line";

/** One list of agreements and recurring codes: both let others charge the member. */
function Pulling() {
  const trpc = useTRPC();
  const agreements = useInfiniteQuery(trpc.wallet.agreements.list.infiniteQueryOptions({ state: "active" }, BY_CURSOR));
  const codes = useInfiniteQuery(trpc.wallet.codes.list.infiniteQueryOptions({ isUsable: true }, BY_CURSOR));
  const charging = agreements.data?.pages.flatMap((page) => page.items) ?? [];
  const usable = codes.data?.pages.flatMap((page) => page.items) ?? [];
  const failed = [agreements, codes].find((list) => list.isError && !list.data);
  const isPending = agreements.isPending || codes.isPending;
  const older = [agreements, codes].find((list) => list.hasNextPage);
  const hasSome = charging.length + usable.length > 0;
  return (
    <section>
      <SectionHead title="Active" />
      {isPending ? <SkeletonRows rows={3} /> : null}
      {failed?.error ? <Failure what="Active" error={failed.error} onRetry={() => void failed.refetch()} /> : null}
      {!isPending && !failed && !hasSome ? (
        <Empty icon={Repeat} title="No requests or agreements">
          When a merchant wants permission to charge you regularly, such as for a subscription, its request appears
          here.
        </Empty>
      ) : null}
      {!isPending && hasSome ? (
        <ul className={LIST}>
          {charging.map((agreement) => (
            <AgreementPull key={agreement.id} agreement={agreement} />
          ))}
          {usable.map((code) => (
            <CodePull key={code.id} code={code} />
          ))}
        </ul>
      ) : null}
      <Older
        hasMore={older !== undefined}
        isBusy={agreements.isFetchingNextPage || codes.isFetchingNextPage}
        onMore={() => void older?.fetchNextPage()}
      />
    </section>
  );
}

function Over() {
  const trpc = useTRPC();
  const list = useInfiniteQuery(trpc.wallet.agreements.list.infiniteQueryOptions({ state: "ended" }, BY_CURSOR));
  const items = list.data?.pages.flatMap((page) => page.items) ?? [];
  if (items.length === 0 && !list.isError) return null;
  return (
    <section>
      <SectionHead title="Over" />
      {list.isError && !list.data ? (
        <Failure what="Ended" error={list.error} onRetry={() => void list.refetch()} />
      ) : null}
      {items.length > 0 ? (
        <ul className={LIST}>
          {items.map((agreement) => (
            <AgreementRow key={agreement.id} agreement={agreement} />
          ))}
        </ul>
      ) : null}
      <Older hasMore={list.hasNextPage} isBusy={list.isFetchingNextPage} onMore={() => void list.fetchNextPage()} />
    </section>
  );
}

const LINK = "text-14 font-medium text-accent hover:underline";

/** Approved but uncaptured payments: each merchant may capture up to its hold. */
function Holding() {
  const trpc = useTRPC();
  const held = useQuery(trpc.wallet.activity.list.queryOptions(holdingInput));
  const { items = [], next = null } = held.data ?? {};
  if (items.length === 0 && !next) return null;
  return (
    <section>
      <SectionHead title="Pending charges">
        {next ? (
          <Link href="/wallet/activity?outcome=held" className={LINK}>
            Total on hold
          </Link>
        ) : null}
      </SectionHead>
      {items.length > 0 ? <ActivityRows items={items} /> : null}
    </section>
  );
}

/** Cards need no agreement: anyone with their details can charge them. */
function CardsNote() {
  const trpc = useTRPC();
  const cards = useQuery(trpc.wallet.cards.list.queryOptions());
  const usable = (cards.data ?? []).filter(({ status }) => status === "active").length;
  if (usable === 0) return null;
  return (
    <p className="flex items-start gap-3 text-14 text-muted">
      <CreditCard aria-hidden className="mt-px size-4.5 shrink-0" strokeWidth={1.75} />
      <span>
        Merchants that have the details of a card can charge it too. You have{" "}
        {usable === 1 ? "1 active card" : `${usable} active cards`}.{" "}
        <Link href="/wallet/cards" className={LINK}>
          Freeze or limit cards
        </Link>
      </span>
    </p>
  );
}

function Initial({ name }: { readonly name: string }) {
  return (
    <span
      aria-hidden
      className="grid size-10 shrink-0 place-items-center rounded-8 bg-hover text-16 font-semibold text-muted"
    >
      {name.slice(0, 1).toUpperCase()}
    </span>
  );
}

function RequestCard({ agreement }: { readonly agreement: Agreement }) {
  return (
    <Link
      href={`/wallet/agreements/${agreement.id}`}
      className="flex items-center gap-3 rounded-8 border border-warn bg-warn-fill p-4"
    >
      <span className="min-w-0 flex-1">
        <span className="block text-14 font-medium wrap-anywhere">
          {agreement.merchant} wants permission to charge you
        </span>
        <span className="mt-0.5 line-clamp-2 text-13 wrap-anywhere">{agreement.description}</span>
        <span className="block text-13">
          <Terms terms={agreement} setter="you" />
        </span>
      </span>
      <span className="shrink-0 text-14 font-medium text-warn">Answer</span>
      <ChevronRight aria-hidden className="-ml-2 size-4 shrink-0 text-warn" />
    </Link>
  );
}

function AgreementRow({ agreement }: { readonly agreement: Agreement }) {
  const { id, merchant, description, status } = agreement;
  return (
    <li>
      <Link
        href={`/wallet/agreements/${id}`}
        className="flex min-h-[4.5rem] items-center gap-3 px-4 py-3 -outline-offset-2 transition-colors hover:bg-hover"
      >
        <Initial name={merchant} />
        <span className="min-w-0 flex-1">
          <span className="block truncate text-14 font-medium">{merchant}</span>
          <span className="block truncate text-13 text-muted">{description}</span>
        </span>
        <StatusBadge status={status} />
      </Link>
    </li>
  );
}
