"use client";

import { useQuery } from "@tanstack/react-query";
import { ChevronRight, SearchX } from "lucide-react";
import { pathOf, usePlace } from "@/components/shared/console/use-place";
import { Money } from "@/components/shared/money/money";
import { PaymentBadge } from "@/components/shared/status/status-badge";
import { useTRPC } from "@/components/trpc/client";
import { Empty, Failure, Skeleton } from "@/components/ui/feedback/states";
import { LinkButton } from "@/components/ui/forms/link-button";
import { PlainButton } from "@/components/ui/forms/plain-button";
import { SectionHead } from "@/components/ui/layout/page-head";
import { Link } from "@/components/ui/navigation/link";
import { Time } from "@/components/ui/values/time";
import type { AuthorizationDetail, Workbench } from "@/server/trpc/types";
import { Decision } from "../authorizations/decision";
import { Deliveries } from "../authorizations/deliveries";
import { LedgerEntries } from "../authorizations/ledger-entries";
import { missingBodiesReason } from "../requests/bodies";
import { LoggedBody } from "../requests/logged-body";
import { StatusCode } from "../requests/status-code";

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
          <span className="min-w-0 wrap-anywhere">{story.merchantName}</span>
          <span translate="no" className="font-mono text-13">
            {story.authorizationId}
          </span>
          <Time at={story.created} as="seconds" />
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
        {others.map(({ id, authorizationId, amount, captured, currency, status, created }) => (
          <li key={id}>
            <PlainButton
              onClick={() => onShow(id)}
              className="flex min-h-11 w-full flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2 text-left text-14 hover:bg-hover"
            >
              <span translate="no" className="font-mono text-13">
                {authorizationId}
              </span>
              <PaymentBadge side="payee" payment={{ status, captured }} />
              <span className="text-13 text-muted">
                <Time at={created} as="relative" />
              </span>
              <span className="ml-auto">
                <Money amount={amount} currency={currency} />
              </span>
            </PlainButton>
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

type WorkbenchRequest = Workbench["requests"][number];

function WorkbenchRequests({ requests }: Pick<Workbench, "requests">) {
  if (requests.length === 0) {
    return (
      <p className="text-14 text-muted">None: it was made in the portal, or its requests are more than 30 days old.</p>
    );
  }
  return (
    <ol className="divide-y divide-line rounded-8 border border-line">
      {requests.map((request) => (
        <li key={request.id}>
          <OneRequest request={request} isOpen={requests.length === 1} />
        </li>
      ))}
    </ol>
  );
}

function OneRequest({ request, isOpen }: { readonly request: WorkbenchRequest; readonly isOpen: boolean }) {
  const place = usePlace();
  const { id, method, path, status, errorCode, isReplay, durationMs, createdAt, bodies } = request;
  const { idempotencyKey, isKeyless } = request;
  const outcome = errorCode ?? (isReplay ? "replayed" : isKeyless ? "no Idempotency-Key" : null);
  return (
    <details open={isOpen} className="group">
      <summary className="flex min-h-12 list-none items-start gap-3 px-4 py-2.5 text-14 -outline-offset-2 hover:bg-hover [&::-webkit-details-marker]:hidden">
        <ChevronRight
          aria-hidden
          className="mt-0.5 size-4 shrink-0 text-muted transition-transform group-open:rotate-90"
        />
        <span className="min-w-0 flex-1">
          <span translate="no" className="block font-mono text-13 wrap-anywhere">
            <span className="text-muted">{method}</span> {path}
          </span>
          <span className="mt-0.5 block text-13 text-muted">
            <Time at={createdAt} as="seconds" />, {durationMs} ms{outcome ? `, ${outcome}` : null}
          </span>
        </span>
        <StatusCode status={status} />
      </summary>
      <div className="flex flex-col gap-4 px-4 pt-2 pb-4">
        {bodies?.requestBody ? (
          <LoggedBody label="Request body" body={bodies.requestBody} bytes={bodies.requestBytes} />
        ) : null}
        {bodies?.responseBody ? (
          <LoggedBody label="Response body" body={bodies.responseBody} bytes={bodies.responseBytes} />
        ) : null}
        {bodies?.requestBody || bodies?.responseBody ? null : (
          <p className="text-13 text-muted">{missingBodiesReason(bodies?.unkeptBecause ?? null)}</p>
        )}
        <p className="flex flex-wrap gap-x-4 gap-y-1 text-13 text-muted">
          <Link href={pathOf(place, `logs/${id}`)} className="text-accent underline underline-offset-4">
            Open request
          </Link>
          {idempotencyKey ? (
            <span translate="no" className="font-mono wrap-anywhere">
              {idempotencyKey}
            </span>
          ) : null}
        </p>
      </div>
    </details>
  );
}
