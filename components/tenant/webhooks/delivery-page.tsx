"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { RotateCw } from "lucide-react";
import { pathOf, usePlace } from "@/components/shared/console/use-place";
import { StatusBadge } from "@/components/shared/status/status-badge";
import { messageOf, useTRPC } from "@/components/trpc/client";
import { Callout } from "@/components/ui/feedback/callout";
import { Skeleton, Unread } from "@/components/ui/feedback/states";
import { toast } from "@/components/ui/feedback/toast";
import { Button } from "@/components/ui/forms/button";
import { PageHead, SectionHead } from "@/components/ui/layout/page-head";
import { Link } from "@/components/ui/navigation/link";
import { Fact, Facts } from "@/components/ui/tables/facts";
import { CodeBlock } from "@/components/ui/values/code-block";
import { CopyId } from "@/components/ui/values/copy-id";
import { Time } from "@/components/ui/values/time";
import type { DeliveryDetail } from "@/server/trpc/types";
import { useTenant } from "../shell/use-tenant";
import { Attempts } from "./attempts";

const VERIFY = `import { Webhook } from "standardwebhooks";

new Webhook(process.env.WEBHOOK_SECRET).verify(rawBody, headers); // throws if it is not ours`;

interface DeliveryPageProps {
  readonly id: string;
  readonly deliveryId: string;
}

export function DeliveryPage({ id, deliveryId }: DeliveryPageProps) {
  const trpc = useTRPC();
  const place = usePlace();
  const delivery = useQuery(trpc.tenant.webhooks.delivery.queryOptions({ ...place, id, deliveryId }));
  if (delivery.data) return <Detail id={id} delivery={delivery.data} />;
  return (
    <>
      <PageHead title="Delivery" back={{ href: pathOf(place, `webhooks/${id}`), label: "Webhook" }} />
      <Unread what="This delivery" query={delivery}>
        <Skeleton className="h-10 w-40" />
        <Skeleton className="h-80 w-full" />
      </Unread>
    </>
  );
}

function Detail({ id, delivery }: { readonly id: string; readonly delivery: DeliveryDetail }) {
  const place = usePlace();
  const { may } = useTenant();
  const { event, status, attempt, created, nextRetryAt, authorizationId, isTest, subscription, body } = delivery;
  const retry = delivery.isRetryable && may("manage_webhooks") ? <Retry id={id} deliveryId={delivery.id} /> : null;
  return (
    <>
      <PageHead
        title={
          <span translate="no" className="font-mono text-20">
            {event}
          </span>
        }
        purpose={isTest ? "Test event" : `To ${subscription.url}`}
        back={{ href: pathOf(place, `webhooks/${id}`), label: "Webhook" }}
        action={retry}
      />
      {retry ? <div className="mb-6 lg:hidden">{retry}</div> : null}
      {subscription.status === "paused" && status !== "Webhook Delivered" ? (
        <div className="mb-6">
          <Callout tone="warn" title="The subscription is paused">
            Nothing is sent until you resume it.
          </Callout>
        </div>
      ) : null}
      <div className="grid grid-cols-1 gap-8 lg:grid-cols-[minmax(0,1fr)_17.5rem] xl:grid-cols-[minmax(0,1fr)_20rem] lg:items-start">
        <div className="flex min-w-0 flex-col gap-8">
          <Attempts
            attempts={delivery.attempts}
            made={delivery.attempt}
            isPaused={subscription.status === "paused"}
            nextAt={delivery.scheduledAt}
          />
          <section>
            <SectionHead title="What is sent" />
            <CodeBlock label="Body" copies={body}>
              {JSON.stringify(JSON.parse(body), null, 2)}
            </CodeBlock>
            <p className="mt-2 text-13 text-muted">
              Formatted for reading. Copy gives the exact bytes that are signed.
            </p>
          </section>
          <section>
            <SectionHead title="Verify it">
              <Link href={pathOf(place, "tools/signature")} className="text-13 text-accent hover:underline">
                Signature debugger
              </Link>
            </SectionHead>
            <CodeBlock label="With Standard Webhooks" copies={VERIFY}>
              {VERIFY}
            </CodeBlock>
          </section>
        </div>
        <Facts>
          <Fact label="Status">
            <StatusBadge status={status} />
          </Fact>
          <Fact label="Attempts">{attempt}</Fact>
          {nextRetryAt ? (
            <Fact label="Next retry">
              <Time at={nextRetryAt} as="relative" />
            </Fact>
          ) : null}
          {created ? (
            <Fact label="Happened">
              <Time at={created} />
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
          <Fact label="Delivery">
            <CopyId id={delivery.id} />
          </Fact>
        </Facts>
      </div>
    </>
  );
}

function Retry({ id, deliveryId }: DeliveryPageProps) {
  const trpc = useTRPC();
  const place = usePlace();
  const retry = useMutation(
    trpc.tenant.webhooks.retry.mutationOptions({
      onSuccess: async () => {
        toast.success("Retrying now");
      },
      onError: (error) => toast.error(messageOf(error)),
    }),
  );
  return (
    <Button look="primary" isBusy={retry.isPending} onClick={() => retry.mutate({ ...place, id, deliveryId })}>
      <RotateCw aria-hidden className="size-4" /> Retry now
    </Button>
  );
}
