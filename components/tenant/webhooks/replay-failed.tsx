"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { RotateCw } from "lucide-react";
import { useState } from "react";
import { messageOf, useTRPC } from "@/components/trpc/client";
import { Confirm } from "@/components/ui/feedback/confirm";
import { toast } from "@/components/ui/feedback/toast";
import { Button } from "@/components/ui/forms/button";
import { newClaim } from "@/components/ui/forms/new-claim";
import { useTenant } from "../shell/use-tenant";
import type { EventName } from "./event-names";
import { countOf, MOST_AT_ONCE } from "./replay-words";

interface ReplayFailedProps {
  readonly id: string;
  /** As the list is filtered. */
  readonly status: "failed" | "exhausted" | null;
  readonly event: EventName | null;
}

/** Sends what has failed again, as far as the list's filter lets it through: says how many before. */
export function ReplayFailed({ id, status, event }: ReplayFailedProps) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const { place, may } = useTenant();
  const [key, setKey] = useState(newClaim);
  const [isAsking, setAsking] = useState(false);
  const filter = { ...place, id, status, event };
  const counted = useQuery(trpc.tenant.webhooks.countReplayable.queryOptions(filter));
  const count = counted.data?.count ?? 0;
  const start = useMutation(
    trpc.tenant.webhooks.startReplay.mutationOptions({
      onSuccess: async () => {
        setAsking(false);
        setKey(newClaim());
        await queryClient.invalidateQueries();
      },
      onError: (error) => {
        setAsking(false);
        toast.error(messageOf(error));
      },
    }),
  );
  if (!may("manage_webhooks") || (count === 0 && !isAsking)) return null;
  return (
    <>
      <Button size="small" onClick={() => setAsking(true)}>
        <RotateCw aria-hidden className="size-4" /> Replay failed
      </Button>
      <Confirm
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title={`Replay ${countOf(count)}?`}
        action="Replay"
        isHarmless
        isBusy={start.isPending}
        onConfirm={() => start.mutate({ ...filter, key })}
      >
        {sayWhich(status, event)} Each is sent once more, oldest first, as fast as your server takes them. You can stop
        at any time.
        {count >= MOST_AT_ONCE ? " The oldest 10,000 come first; replay again for the rest." : null}
      </Confirm>
    </>
  );
}

function sayWhich(status: ReplayFailedProps["status"], event: EventName | null): string {
  const which = { failed: "Those that are still being retried", exhausted: "Those that are out of retries" };
  const those = status === null ? "All that failed" : which[status];
  return event === null ? `${those}.` : `${those}, of ${event} only.`;
}
