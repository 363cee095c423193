"use client";

import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Repeat } from "lucide-react";
import { BY_CURSOR } from "@/components/trpc/by-cursor";
import { useTRPC } from "@/components/trpc/client";
import { LiveMark } from "@/components/trpc/live-mark";
import { Empty, Failure, SkeletonRows } from "@/components/ui/feedback/states";
import { PageHead, SectionHead } from "@/components/ui/layout/page-head";
import { Older } from "@/components/ui/tables/older";
import { ChargeCard } from "../charges/charge-card";
import { AgreementRow, RequestCard } from "./agreement-row";
import { CardsNote, Holding } from "./others-who-take";
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
