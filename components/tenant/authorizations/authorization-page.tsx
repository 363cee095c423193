"use client";

import { useQuery } from "@tanstack/react-query";
import { CircleX, TriangleAlert } from "lucide-react";
import { pathOf } from "@/components/shared/console/use-place";
import { Money } from "@/components/shared/money/money";
import { StatusBadge } from "@/components/shared/status/status-badge";
import { useTRPC } from "@/components/trpc/client";
import { Failure, Skeleton } from "@/components/ui/feedback/states";
import { PageHead, SectionHead } from "@/components/ui/layout/page-head";
import { Tabs } from "@/components/ui/layout/tabs";
import { CodeBlock } from "@/components/ui/values/code-block";
import { Time } from "@/components/ui/values/time";
import type { AuthorizationDetail } from "@/server/trpc/types";
import { useTenant } from "../shell/use-tenant";
import { Actions } from "./actions";
import { AuthorizationFacts } from "./authorization-facts";
import { Decision } from "./decision";
import { Deliveries } from "./deliveries";
import { LedgerEntries } from "./ledger-entries";
import { Timeline } from "./timeline";

const POLL_MS = 5_000;

/** One authorization: its story, its facts, and what can still be done. */
export function AuthorizationPage({ id }: { readonly id: string }) {
  const trpc = useTRPC();
  const { place } = useTenant();
  const detail = useQuery({
    ...trpc.tenant.authorizations.get.queryOptions({ ...place, id }),
    refetchInterval: POLL_MS,
  });
  if (detail.data) return <Detail detail={detail.data} />;
  return (
    <>
      <PageHead title="Authorization" back={{ href: pathOf(place, "authorizations"), label: "Authorizations" }} />
      {detail.isPending ? (
        <div role="status" aria-label="Loading" className="grid grid-cols-1 gap-8 lg:grid-cols-2">
          <Skeleton className="h-96 w-full" />
          <Skeleton className="h-96 w-full" />
        </div>
      ) : (
        <Failure what="This authorization" error={detail.error} onRetry={() => void detail.refetch()} />
      )}
    </>
  );
}

function Detail({ detail }: { readonly detail: AuthorizationDetail }) {
  const { place } = useTenant();
  const json = JSON.stringify(detail.record, null, 2);
  return (
    <>
      <PageHead
        title={<Money amount={detail.amount} currency={detail.currency} />}
        back={{ href: pathOf(place, "authorizations"), label: "Authorizations" }}
        action={<Actions detail={detail} />}
      />
      <p className="-mt-4 mb-6 flex flex-wrap items-center gap-x-3 gap-y-1 text-14 text-muted">
        <StatusBadge status={detail.status} />
        <span className="min-w-0 wrap-anywhere">{detail.merchant.name}</span>
        <Time at={detail.createdAt} />
        {detail.captured > 0 && detail.left.capture > 0 ? (
          <span>Partially captured, so the hold can no longer be increased.</span>
        ) : null}
      </p>
      <div className="mb-6 empty:hidden lg:hidden">
        <Actions detail={detail} />
      </div>
      <Notices detail={detail} />
      <div className="grid grid-cols-1 gap-8 lg:grid-cols-[minmax(0,1fr)_minmax(0,320px)] xl:grid-cols-[minmax(0,1fr)_minmax(0,380px)] lg:items-start">
        <section>
          <SectionHead title="What happened" />
          <Timeline detail={detail} place={place} />
        </section>
        <AuthorizationFacts detail={detail} place={place} />
      </div>
      <div className="mt-10">
        <Tabs
          label="More of this authorization"
          tabs={[
            { value: "decision", label: "Decision", content: <Decision detail={detail} /> },
            { value: "ledger", label: "Ledger", content: <LedgerEntries detail={detail} /> },
            { value: "webhooks", label: "Webhooks", content: <Deliveries detail={detail} place={place} /> },
            {
              value: "json",
              label: "JSON",
              content: (
                <CodeBlock label="The record as JSON" copies={json}>
                  {json}
                </CodeBlock>
              ),
            },
            {
              value: "curl",
              label: "Ask again",
              content: (
                <CodeBlock label="The request as curl" copies={detail.curl}>
                  {detail.curl}
                </CodeBlock>
              ),
            },
          ]}
        />
      </div>
    </>
  );
}

function Notices({ detail: { decline, report } }: { readonly detail: AuthorizationDetail }) {
  return (
    <>
      {report && !report.resolvedAt ? (
        <section className="mb-6 rounded-8 bg-warn-fill p-4">
          <h2 className="flex items-center gap-2 text-14 text-warn">
            <TriangleAlert aria-hidden className="size-4.5" /> The member doesn’t recognize this payment
          </h2>
          <p className="mt-1 text-14">{report.note ? `“${report.note}”` : "They left no note."}</p>
        </section>
      ) : null}
      {decline ? (
        <section className="mb-6 rounded-8 bg-bad-fill p-4">
          <h2 className="flex items-center gap-2 text-14 text-bad">
            <CircleX aria-hidden className="size-4.5" /> {decline.title} ({decline.code})
          </h2>
          <p className="mt-1 text-14">{decline.message} The decision below shows which rule declined it.</p>
        </section>
      ) : null}
    </>
  );
}
