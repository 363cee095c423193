"use client";

import { useQuery } from "@tanstack/react-query";
import { pathOf } from "@/components/shared/console/use-place";
import { Money } from "@/components/shared/money/money";
import { PaymentBadge } from "@/components/shared/status/status-badge";
import { useTRPC } from "@/components/trpc/client";
import { Skeleton, Unread } from "@/components/ui/feedback/states";
import { PageHead } from "@/components/ui/layout/page-head";
import { Tabs } from "@/components/ui/layout/tabs";
import { CodeBlock } from "@/components/ui/values/code-block";
import { Time } from "@/components/ui/values/time";
import type { AuthorizationDetail } from "@/server/trpc/types";
import { useTenant } from "../shell/use-tenant";
import { Actions } from "./actions";
import { AuthorizationFacts } from "./authorization-facts";
import { AuthorizationFigures } from "./authorization-figures";
import { Decision } from "./decision";
import { Deliveries } from "./deliveries";
import { LedgerEntries } from "./ledger-entries";
import { Notices } from "./notices";
import { Timeline } from "./timeline";

const POLL_MS = 5_000;

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
      <Unread what="This authorization" query={detail}>
        <Skeleton className="h-96 w-full" />
        <Skeleton className="h-96 w-full" />
      </Unread>
    </>
  );
}

function Detail({ detail }: { readonly detail: AuthorizationDetail }) {
  const { place } = useTenant();
  return (
    <>
      <PageHead
        title={<Money amount={detail.amount} currency={detail.currency} />}
        back={{ href: pathOf(place, "authorizations"), label: "Authorizations" }}
        action={<Actions detail={detail} isOpenedByAddress />}
      />
      <p className="-mt-4 mb-6 flex flex-wrap items-center gap-x-3 gap-y-1 text-14 text-muted">
        <PaymentBadge side="payee" payment={detail} />
        <span className="min-w-0 wrap-anywhere">{detail.merchantName}</span>
        <Time at={detail.created} as="seconds" />
        {detail.captured > 0 && detail.capturable > 0 ? (
          <span>Partly captured, so the hold can no longer be increased.</span>
        ) : null}
      </p>
      <div className="mb-6 empty:hidden lg:hidden">
        <Actions detail={detail} />
      </div>
      <Notices detail={detail} />
      {detail.decline ? null : <AuthorizationFigures detail={detail} />}
      <div className="grid grid-cols-1 gap-8 xl:grid-cols-[minmax(0,1fr)_minmax(0,23.75rem)] xl:items-start">
        <Parts detail={detail} />
        <AuthorizationFacts detail={detail} place={place} />
      </div>
    </>
  );
}

function Parts({ detail }: { readonly detail: AuthorizationDetail }) {
  const { place } = useTenant();
  const json = JSON.stringify(detail.record, null, 2);
  return (
    <Tabs
      label="Parts of this authorization"
      tabs={[
        { value: "story", label: "What happened", content: <Timeline detail={detail} place={place} /> },
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
          label: "Repeat",
          content: (
            <CodeBlock label="The request as curl" copies={detail.curl}>
              {detail.curl}
            </CodeBlock>
          ),
        },
      ]}
    />
  );
}
