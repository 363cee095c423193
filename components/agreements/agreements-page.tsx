"use client";

import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Repeat } from "lucide-react";
import { BY_CURSOR } from "../trpc/by-cursor";
import { useTRPC } from "../trpc/client";
import { Older } from "../ui/older";
import { PageHead, SectionHead } from "../ui/page-head";
import { Empty, Failure, SkeletonRows } from "../ui/states";
import { AgreementRow, RequestCard } from "./agreement-row";

type State = "active" | "ended";

/** Everyone who asks, everyone who may pull money, and what is over. */
export function AgreementsPage() {
  const trpc = useTRPC();
  const pending = useQuery(trpc.agreements.list.queryOptions({ state: "pending", limit: 20 }));
  const waiting = pending.data?.items ?? [];
  return (
    <div className="max-w-[720px]">
      <PageHead title="Agreements" purpose="Everyone who may take money from you again, and everyone who asks to." />
      <div className="flex flex-col gap-8">
        {waiting.length > 0 ? (
          <section>
            <SectionHead title="Waiting for your answer" />
            <div className="flex flex-col gap-2">
              {waiting.map((agreement) => (
                <RequestCard key={agreement.id} agreement={agreement} />
              ))}
            </div>
          </section>
        ) : null}
        <AgreementSection state="active" title="May charge you" />
        <AgreementSection state="ended" title="Over" />
      </div>
    </div>
  );
}

function AgreementSection({ state, title }: { readonly state: State; readonly title: string }) {
  const trpc = useTRPC();
  const list = useInfiniteQuery(trpc.agreements.list.infiniteQueryOptions({ state }, BY_CURSOR));
  const items = list.data?.pages.flatMap((page) => page.items) ?? [];
  if (state === "ended" && !list.isError && items.length === 0) return null;
  return (
    <section>
      <SectionHead title={title} />
      {list.isPending ? <SkeletonRows rows={3} /> : null}
      {list.isError && !list.data ? (
        <Failure what="Your agreements" error={list.error} onRetry={() => void list.refetch()} />
      ) : null}
      {list.data && items.length === 0 ? (
        <Empty icon={Repeat} title="Nobody may charge you">
          When a merchant asks to charge you again, for a subscription for instance, the request appears here by itself.
        </Empty>
      ) : null}
      {items.length > 0 ? (
        <ul className="divide-y divide-line overflow-hidden rounded-8 border border-line">
          {items.map((agreement) => (
            <AgreementRow key={agreement.id} agreement={agreement} />
          ))}
        </ul>
      ) : null}
      <Older hasMore={list.hasNextPage} isBusy={list.isFetchingNextPage} onMore={() => void list.fetchNextPage()} />
    </section>
  );
}
