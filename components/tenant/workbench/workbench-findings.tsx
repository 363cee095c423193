"use client";

import { useQuery } from "@tanstack/react-query";
import { SearchX } from "lucide-react";
import { pathOf, usePlace } from "@/components/shared/console/use-place";
import { Money } from "@/components/shared/money/money";
import { PaymentBadge } from "@/components/shared/status/status-badge";
import { useTRPC } from "@/components/trpc/client";
import { Empty, Failure, Skeleton } from "@/components/ui/feedback/states";
import { LinkButton } from "@/components/ui/forms/link-button";
import { SectionHead } from "@/components/ui/layout/page-head";
import { Time } from "@/components/ui/values/time";
import type { AuthorizationDetail, Workbench } from "@/server/trpc/types";
import { Decision } from "../authorizations/decision";
import { Deliveries } from "../authorizations/deliveries";
import { LedgerEntries } from "../authorizations/ledger-entries";
import { WorkbenchRequests } from "./workbench-requests";

const POLL_MS = 5_000;

interface FindingsProps {
  readonly text: string;
  readonly onShow: (text: string) => void;
}

export function WorkbenchFindings({ text, onShow }: FindingsProps) {
  const trpc = useTRPC();
  const place = usePlace();
  const found = useQuery({
    ...trpc.tenant.workbench.get.queryOptions({ ...place, text }),
    refetchInterval: POLL_MS,
  });
  if (found.isError && !found.data) {
    return <Failure what="What happened" error={found.error} onRetry={() => void found.refetch()} />;
  }
  if (!found.data) {
    return (
      <div role="status" aria-label="Loading" className="flex flex-col gap-6">
        <Skeleton className="h-16 w-full" />
        <Skeleton className="h-48 w-full" />
        <Skeleton className="h-32 w-full" />
      </div>
    );
  }
  const { story, others, requests } = found.data;
  if (!story && requests.length === 0) {
    return (
      <Empty icon={SearchX} title="Nothing found">
        Nothing in {place.environment} has this ID or key. Requests are kept for 30 days and appear within a second.
      </Empty>
    );
  }
  return (
    <div className="flex flex-col gap-8">
      {story ? <Head story={story} /> : null}
      {others.length > 0 ? <Others others={others} onShow={onShow} /> : null}
      <section>
        <SectionHead title="Requests" />
        <WorkbenchRequests requests={requests} />
      </section>
      {story ? <Joined story={story} /> : <p className="text-14 text-muted">No payment was made.</p>}
    </div>
  );
}

function Head({ story }: { readonly story: AuthorizationDetail }) {
  const place = usePlace();
  return (
    <section className="flex items-start justify-between gap-4">
      <div className="min-w-0">
        <h2 className="text-20">
          <Money amount={story.amount} currency={story.currency} />
        </h2>
        <p className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-14 text-muted">
          <PaymentBadge side="payee" payment={story} />
          <span className="min-w-0 wrap-anywhere">{story.merchant.name}</span>
          <span className="font-mono text-13">{story.authorizationId}</span>
          <Time at={story.createdAt} as="seconds" />
        </p>
      </div>
      <LinkButton size="small" href={pathOf(place, `authorizations/${story.id}`)}>
        Open
      </LinkButton>
    </section>
  );
}

function Others({
  others,
  onShow,
}: {
  readonly others: Workbench["others"];
  readonly onShow: FindingsProps["onShow"];
}) {
  return (
    <section>
      <SectionHead title="Older payments that match" />
      <ul className="divide-y divide-line rounded-8 border border-line">
        {others.map(({ id, authorizationId, amount, captured, currency, status, createdAt }) => (
          <li key={id}>
            <button
              type="button"
              onClick={() => onShow(id)}
              className="flex min-h-11 w-full flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2 text-left text-14 hover:bg-hover"
            >
              <span className="font-mono text-13">{authorizationId}</span>
              <PaymentBadge side="payee" payment={{ status, captured }} />
              <span className="text-13 text-muted">
                <Time at={createdAt} as="relative" />
              </span>
              <span className="ml-auto">
                <Money amount={amount} currency={currency} />
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Joined({ story }: { readonly story: AuthorizationDetail }) {
  const place = usePlace();
  return (
    <>
      <section>
        <SectionHead title="Decision" />
        <Decision detail={story} isBrief />
      </section>
      <section>
        <SectionHead title="Ledger" />
        <LedgerEntries detail={story} />
      </section>
      <section>
        <SectionHead title="Webhooks" />
        <Deliveries detail={story} place={place} />
      </section>
    </>
  );
}
