"use client";

import { clsx } from "clsx";
import { type Place, pathOf } from "@/components/shared/console/use-place";
import { Money } from "@/components/shared/money/money";
import { StatusBadge } from "@/components/shared/status/status-badge";
import { STEPS, signedAmount, titleOf } from "@/components/shared/status/steps";
import { TONES } from "@/components/ui/feedback/badge";
import { Link } from "@/components/ui/navigation/link";
import { CopyId } from "@/components/ui/values/copy-id";
import { Time } from "@/components/ui/values/time";
import type { AuthorizationDetail } from "@/server/trpc/types";
import { REASONS } from "./reasons";

type Step = AuthorizationDetail["timeline"][number];

interface TimelineProps {
  readonly detail: AuthorizationDetail;
  readonly place: Place;
}

export function Timeline({ detail, place }: TimelineProps) {
  return (
    <ol aria-label="What happened" className="relative">
      {detail.timeline.map((step, index) => (
        <li key={step.key} className="relative flex gap-3 pb-5 last:pb-0 lg:pb-3">
          {index < detail.timeline.length - 1 ? (
            <span aria-hidden className="absolute top-7 bottom-0 left-3.5 w-px bg-line" />
          ) : null}
          <StepIcon kind={step.kind} />
          <div className="min-w-0 flex-1 pt-1">
            <StepHead step={step} currency={detail.currency} />
            <StepNotes step={step} detail={detail} place={place} />
          </div>
        </li>
      ))}
    </ol>
  );
}

function StepIcon({ kind }: { readonly kind: Step["kind"] }) {
  const { icon: Icon, tone } = STEPS[kind];
  return (
    <span aria-hidden className={clsx("grid size-7 shrink-0 place-items-center rounded-full", TONES[tone])}>
      <Icon className="size-4" strokeWidth={2} />
    </span>
  );
}

function StepHead({ step, currency }: { readonly step: Step; readonly currency: string }) {
  return (
    <p className="flex flex-wrap items-baseline justify-between gap-x-4 text-14">
      <span className="font-medium">{titleOf(step.kind, "payee")}</span>
      {step.amount === null ? null : (
        <span className="font-medium">
          <Money amount={signedAmount(step.kind, step.amount, "payee")} currency={currency} />
        </span>
      )}
    </p>
  );
}

function StepNotes({ step, detail, place }: { readonly step: Step } & TimelineProps) {
  const reason = step.kind === "declined" ? detail.decline?.title : REASONS[step.reasonCode ?? ""];
  return (
    <div className="flex flex-col gap-0.5 text-13 text-muted">
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        <Time at={step.at} as="seconds" />
        {step.holdAfter === null ? null : (
          <span>
            held <Money amount={step.holdAfter} currency={detail.currency} />
          </span>
        )}
      </p>
      <p className="flex flex-wrap items-center gap-x-2">
        <Who step={step} />
        {step.actor?.requestId ? (
          <span className="inline-flex items-center gap-1">
            request <CopyId id={step.actor.requestId} />
          </span>
        ) : null}
      </p>
      {step.reasonCode ? (
        <p>
          {reason} <span className="text-12">{step.reasonCode}</span>
        </p>
      ) : null}
      {step.note ? <p className="text-text">“{step.note}”</p> : null}
      {step.settled && step.settled.refunded > 0 ? <Settled settled={step.settled} currency={detail.currency} /> : null}
      {step.id ? <Named step={step} id={step.id} place={place} /> : null}
      {step.delivery ? <Delivery delivery={step.delivery} place={place} /> : null}
    </div>
  );
}

/** The merchant's payout for this payment up to this settlement: captures less refunds. */
function Settled({
  settled: { captured, refunded, net },
  currency,
}: {
  readonly settled: NonNullable<Step["settled"]>;
  readonly currency: string;
}) {
  const money = (amount: number) => <Money amount={amount} currency={currency} />;
  return (
    <p className="text-text">
      Settled: {money(captured)} captured − {money(refunded)} refunded = {money(net)}
    </p>
  );
}

function Who({ step: { actor } }: { readonly step: Step }) {
  if (actor?.kind === "clock") return <span>automatically, when the hold ran out</span>;
  // Recorded before actors were stored.
  if (!actor || actor.name === null) return null;
  if (actor.kind === "api_key" || actor.kind === "merchant_key") {
    return (
      <span>
        by {actor.kind === "api_key" ? "API key" : "merchant key"} <CopyId id={actor.name} />
      </span>
    );
  }
  return <span className="break-all">by {actor.name}</span>;
}

function Named({ step, id, place }: { readonly step: Step; readonly id: string; readonly place: Place }) {
  if (step.kind === "settled") {
    return (
      <p>
        <Link href={pathOf(place, `settlement/${id}`)} className="font-medium text-accent underline underline-offset-4">
          Open the statement
        </Link>
      </p>
    );
  }
  return (
    <p className="flex items-center gap-1">
      {step.kind === "refunded" ? "refund" : "transaction"} <CopyId id={id} />
    </p>
  );
}

function Delivery({ delivery, place }: { readonly delivery: NonNullable<Step["delivery"]>; readonly place: Place }) {
  const { subscriptionId, id, event, status, responseCode, url } = delivery;
  return (
    <>
      <p className="flex flex-wrap items-center gap-2">
        <Link
          translate="no"
          href={pathOf(place, `webhooks/${subscriptionId}/deliveries/${id}`)}
          className="font-mono text-13 font-medium text-accent hover:underline"
        >
          {event}
        </Link>
        <StatusBadge status={status} />
        {responseCode === null ? null : <span className="tabular-nums">{responseCode}</span>}
      </p>
      <p className="truncate">{url}</p>
    </>
  );
}
