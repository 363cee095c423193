"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { messageOf, useTRPC } from "@/components/trpc/client";
import { toast } from "@/components/ui/feedback/toast";
import { Button } from "@/components/ui/forms/button";
import { Time } from "@/components/ui/values/time";
import type { Replay } from "@/server/trpc/types";
import { useTenant } from "../shell/use-tenant";
import { countEvents } from "./event-names";

const POLL_MS = 2_000;

export function ReplayProgress({ id }: { readonly id: string }) {
  const trpc = useTRPC();
  const { place, may } = useTenant();
  const { data: replay } = useQuery({
    ...trpc.tenant.webhooks.lastReplay.queryOptions({ ...place, id }),
    refetchInterval: ({ state }) => (state.data?.state === "running" ? POLL_MS : false),
  });
  if (!replay?.isNews) return null;
  if (replay.state !== "running") return <Ended replay={replay} />;
  const { done, total } = replay;
  return (
    <div className="mb-4 rounded-8 border border-line p-4">
      <div className="flex items-center justify-between gap-4 text-14">
        <p role="status">
          <span className="font-medium">Replaying</span>{" "}
          <span className="text-muted tabular-nums">
            {done.toLocaleString("en-US")} of {countEvents(total)}
          </span>
        </p>
        {may("manage_webhooks") ? <Stop id={id} /> : null}
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

function Ended({ replay: { state, done, total, finishedAt } }: { readonly replay: Replay }) {
  return (
    <p role="status" className="mb-4 text-14 text-muted">
      {state === "done" ? `Replayed ${countEvents(done)}` : `Stopped after ${done} of ${countEvents(total)}`}{" "}
      {finishedAt ? <Time at={finishedAt} as="relative" /> : null}. Each row shows its result.
    </p>
  );
}

function Stop({ id }: { readonly id: string }) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const { place } = useTenant();
  const stop = useMutation(
    trpc.tenant.webhooks.stopReplay.mutationOptions({
      onSuccess: () => queryClient.invalidateQueries(),
      onError: (error) => void toast.error(messageOf(error)),
    }),
  );
  return (
    <Button size="small" isBusy={stop.isPending} onClick={() => stop.mutate({ ...place, id })}>
      Stop
    </Button>
  );
}
