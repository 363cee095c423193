"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { messageOf, useTRPC } from "@/components/trpc/client";
import { toast } from "@/components/ui/feedback/toast";
import { Button } from "@/components/ui/forms/button";
import { newClaim } from "@/components/ui/forms/new-claim";
import { useTenant } from "../shell/use-tenant";

/** Settles the sandbox's day early; in live, operators do that. A retry after a lost answer settles only once. */
export function SettleNow() {
  const trpc = useTRPC();
  const { place, may } = useTenant();
  const queryClient = useQueryClient();
  const [key, setKey] = useState<string | null>(null);
  const settle = useMutation(
    trpc.tenant.settlement.settle.mutationOptions({
      onSuccess: async ({ batches }) => {
        setKey(null);
        if (batches.length === 0) toast("Nothing to settle");
        else toast.success(batches.length === 1 ? "One batch settled" : `${batches.length} batches settled`);
        await queryClient.invalidateQueries();
      },
      onError: (error) => toast.error(messageOf(error)),
    }),
  );
  if (!may("play_sandbox")) return null;
  const start = () => {
    const used = key ?? newClaim();
    setKey(used);
    settle.mutate({ ...place, key: used });
  };
  return (
    <Button isBusy={settle.isPending} onClick={start}>
      Settle now
    </Button>
  );
}
