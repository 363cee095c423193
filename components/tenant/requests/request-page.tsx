"use client";

import { useQuery } from "@tanstack/react-query";
import { pathOf, usePlace } from "@/components/shared/console/use-place";
import { useTRPC } from "@/components/trpc/client";
import { Callout } from "@/components/ui/feedback/callout";
import { Skeleton, Unread } from "@/components/ui/feedback/states";
import { PageHead, SectionHead } from "@/components/ui/layout/page-head";
import { Link } from "@/components/ui/navigation/link";
import { Fact, Facts } from "@/components/ui/tables/facts";
import { CodeBlock } from "@/components/ui/values/code-block";
import { CopyId } from "@/components/ui/values/copy-id";
import { Time } from "@/components/ui/values/time";
import type { RequestDetail } from "@/server/trpc/types";
import { Bodies } from "./bodies";
import { shortKey } from "./operations";
import { StatusCode } from "./status-code";

export function RequestPage({ id }: { readonly id: string }) {
  const trpc = useTRPC();
  const place = usePlace();
  const request = useQuery(trpc.tenant.requests.get.queryOptions({ ...place, id }));
  const back = { href: pathOf(place, "logs"), label: "Request log" };
  if (request.data) return <Detail request={request.data} back={back} />;
  return (
    <>
      <PageHead title="Request" back={back} />
      <Unread what="This request" query={request}>
        <Skeleton className="h-80 w-full" />
      </Unread>
    </>
  );
}

interface DetailProps {
  readonly request: RequestDetail;
  readonly back: { readonly href: string; readonly label: string };
}

function Detail({ request, back }: DetailProps) {
  const place = usePlace();
  const { id, method, path, status, errorCode, idempotencyKey, isReplay, isKeyless, durationMs, createdAt } = request;
  const { keyId, address, authorizationId, merchant } = request;
  const logs = (filter: string, value: string) => `${back.href}?${new URLSearchParams({ [filter]: value })}`;
  return (
    <>
      <PageHead
        title={
          <span translate="no" className="font-mono text-20">
            {method} {path}
          </span>
        }
        back={back}
      />
      {isKeyless ? (
        <div className="mb-6">
          <Callout tone="warn" title="No Idempotency-Key">
            This request held or moved money. Sent again, for example after a timeout, it does so a second time. Send an{" "}
            <Link href="/docs/idempotency" className="text-accent underline underline-offset-4">
              Idempotency-Key
            </Link>{" "}
            with every request of this kind.
          </Callout>
        </div>
      ) : null}
      <div className="grid grid-cols-1 gap-8 lg:grid-cols-[minmax(0,1fr)_18.75rem] xl:grid-cols-[minmax(0,1fr)_22.5rem] lg:items-start">
        <div className="flex min-w-0 flex-col gap-8">
          <Bodies bodies={request.bodies} />
          <StoredResponse request={request} />
        </div>
        <Facts>
          <Fact label="Status">
            <StatusCode status={status} />
          </Fact>
          {errorCode ? (
            <Fact label="Error">
              <code translate="no" className="text-13">
                {errorCode}
              </code>
            </Fact>
          ) : null}
          <Fact label="At">
            <Time at={createdAt} />
          </Fact>
          <Fact label="Took">{durationMs} ms</Fact>
          {idempotencyKey ? (
            <Fact label="Idempotency key">
              <Link
                translate="no"
                href={logs("idempotencyKey", idempotencyKey)}
                className="font-mono text-13 break-all hover:underline"
              >
                {idempotencyKey}
              </Link>
            </Fact>
          ) : null}
          <Fact label="Replay">{isReplay ? "Yes. Nothing was done twice." : "No"}</Fact>
          <Fact label="Key">
            <Link translate="no" href={logs("key", keyId)} title={keyId} className="font-mono text-13 hover:underline">
              {shortKey(keyId)}
            </Link>
          </Fact>
          {merchant ? (
            <Fact label="Merchant">
              <CopyId id={merchant} />
            </Fact>
          ) : null}
          {authorizationId ? (
            <Fact label="Authorization">
              <Link
                translate="no"
                href={pathOf(place, `authorizations/${authorizationId}`)}
                className="font-mono text-13 hover:underline"
              >
                {authorizationId.slice(0, 5)}…{authorizationId.slice(-5)}
              </Link>
            </Fact>
          ) : null}
          {address ? (
            <Fact label="From">
              <code translate="no" className="text-13">
                {address}
              </code>
            </Fact>
          ) : null}
          <Fact label="Request ID">
            <CopyId id={id} />
          </Fact>
        </Facts>
      </div>
    </>
  );
}

function StoredResponse({ request: { answer, idempotencyKey } }: Pick<DetailProps, "request">) {
  return (
    <section className="min-w-0">
      <SectionHead title="Stored response" />
      {idempotencyKey === null ? (
        <p className="text-14 text-muted">Sent without an Idempotency-Key, so no response is stored.</p>
      ) : null}
      {idempotencyKey !== null && answer === null ? (
        <p className="text-14 text-muted">The request failed, so no response is stored and the key can be reused.</p>
      ) : null}
      {answer?.isHidden ? (
        <p className="text-14 text-muted">
          The response is encrypted because it may contain a code. Only a repeat of the request returns it.
        </p>
      ) : null}
      {answer?.body ? (
        <>
          <CodeBlock label={`First response: ${answer.status}`} copies={answer.body}>
            {JSON.stringify(JSON.parse(answer.body), null, 2)}
          </CodeBlock>
          <p className="mt-2 text-13 text-muted">
            Kept <Time at={answer.createdAt} as="relative" />. A repeat returns exactly this, with status 200.
          </p>
        </>
      ) : null}
    </section>
  );
}
