"use client";

import type { MerchantPage } from "@/server/trpc/types";
import { useTRPC } from "../trpc/client";
import { Suspend, saySuspended } from "./suspend";
import { useChange } from "./use-change";
import { useNetwork } from "./use-network";

export function SuspendMerchant({ merchant }: { readonly merchant: Pick<MerchantPage, "id" | "name" | "status"> }) {
  const trpc = useTRPC();
  const { place } = useNetwork();
  const { id, name, status } = merchant;
  const change = useChange(trpc.networkMerchants.setStatus.mutationOptions(), {
    done: (answer) => saySuspended(name, answer.status),
  });
  return (
    <Suspend
      key={status}
      name={name}
      status={status}
      isBusy={change.isPending}
      onChange={(next) => change.mutate({ ...place, id, status: next })}
    >
      From now on every payment to it is declined with 03 and nothing of it is settled. It can still capture what it
      holds, void and refund.
    </Suspend>
  );
}
