"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { pathOf } from "@/components/shared/console/use-place";
import { STATES } from "@/components/shared/status/states";
import { messageOf, useTRPC } from "@/components/trpc/client";
import { toast } from "@/components/ui/feedback/toast";
import { Button } from "@/components/ui/forms/button";
import { Link } from "@/components/ui/navigation/link";
import { Time } from "@/components/ui/values/time";
import type { Replay } from "@/server/trpc/types";
import { useTenant } from "../shell/use-tenant";
import { countEvents } from "./event-names";

const POLL_MS = 2_000;

interface ReplayProgressProps {
  readonly id: string;
}

/** How far the last replay is, and what became of what it sent: while it runs and for ten minutes after. */
export function ReplayProgress({ id }: ReplayProgressProps) {
  const trpc = useTRPC();
  const { place, may } = useTenant();
  const { data: replay } = useQuery({
    ...trpc.tenant.webhooks.lastReplay.queryOptions({ ...place, id }),
    refetchInterval: ({ state }) => (state.data?.isNews && isOpen(state.data) ? POLL_MS : false),
  });
  if (!replay?.isNews) return null;
  const { state, done, total, skipped, finishedAt } = replay;
  if (state !== "running") {
    return (
      <p role="status" className="mb-4 text-14 text-muted">
        {state === "done" ? "Replayed" : "Stopped after"}{" "}
        {skipped > 0 ? `${done.toLocaleString("en-US")} of ${countEvents(total)}` : countEvents(total)}{" "}
        {finishedAt ? <Time at={finishedAt} as="relative" /> : null}
        {state === "done" && skipped > 0 ? ": the others had arrived meanwhile, or had no attempts left" : null}.{" "}
        <Outcomes id={id} replay={replay} />
      </p>
    );
  }
  return (
    <div className="mb-4 rounded-8 border border-line p-4">
      <div className="flex items-center justify-between gap-4 text-14">
        <p role="status">
          <span className="font-medium">Replaying</span>{" "}
          <span className="text-muted tabular-nums">
            {done.toLocaleString("en-US")} of {countEvents(total)}. <Outcomes id={id} replay={replay} />
          </span>
        </p>
        {may("manage_webhooks") ? <StopReplay id={id} /> : null}
      </div>
      <div
        role="progressbar"
        aria-label="Replayed events"
        aria-valuemin={0}
        aria-valuemax={total}
        aria-valuenow={done}
        className="mt-3 h-1.5 overflow-hidden rounded-full bg-hover"
      >
        <div
          className="h-full rounded-full bg-accent transition-[width]"
          style={{ width: `${(100 * done) / total}%` }}
        />
      </div>
    </div>
  );
}

const OUTCOMES = [
  { name: "delivered", word: STATES.delivery["Webhook Delivered"].word },
  { name: "failed", word: STATES.delivery["Webhook Failed"].word },
  { name: "exhausted", word: STATES.delivery["Webhook Retry Exhausted"].word },
] as const;

/** Whether it or what it sent is under way. */
function isOpen({ state, done, outcomes }: Replay): boolean {
  if (state === "running" || outcomes === null) return state === "running";
  return outcomes.failed > 0 || outcomes.delivered + outcomes.exhausted < done;
}

/** "Delivered 3, retrying 2": each count leads to its deliveries. */
function Outcomes({ id, replay: { id: replayId, outcomes } }: ReplayProgressProps & { readonly replay: Replay }) {
  const { place } = useTenant();
  if (outcomes === null || replayId === null) return "Each row shows its result.";
  const shown = OUTCOMES.filter(({ name }) => outcomes[name] > 0);
  return shown.map(({ name, word }, i) => (
    <span key={name}>
      {i > 0 ? ", " : null}
      <Link
        className="font-medium text-accent underline underline-offset-4"
        href={`${pathOf(place, `webhooks/${id}`)}?${new URLSearchParams({ status: name, replay: replayId })}`}
      >
        {i > 0 ? word.toLowerCase() : word} {outcomes[name].toLocaleString("en-US")}
      </Link>
    </span>
  ));
}

function StopReplay({ id }: ReplayProgressProps) {
  const trpc = useTRPC();
  const { place } = useTenant();
  const stop = useMutation(
    trpc.tenant.webhooks.stopReplay.mutationOptions({
      onError: (error) => void toast.error(messageOf(error)),
    }),
  );
  return (
    <Button size="small" isBusy={stop.isPending} onClick={() => stop.mutate({ ...place, id })}>
      Stop
    </Button>
  );
}
