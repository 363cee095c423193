"use client";

import { useTRPC } from "@/components/trpc/client";
import type { MerchantPage } from "@/server/trpc/types";
import { formatSuspended, Suspend } from "../shell/suspend";
import { useChange } from "../shell/use-change";
import { useNetwork } from "../shell/use-network";

export function SuspendMerchant({ merchant }: { readonly merchant: Pick<MerchantPage, "id" | "name" | "status"> }) {
  const trpc = useTRPC();
  const { place } = useNetwork();
  const { id, name, status } = merchant;
  const change = useChange(trpc.network.merchants.setStatus.mutationOptions(), {
    done: (answer) => formatSuspended(name, answer.status),
  });
  return (
    <Suspend
      key={status}
      name={name}
      status={status}
      isBusy={change.isPending}
      onChange={(next) => change.mutate({ ...place, id, status: next })}
    >
      From now on, every payment to it is declined with 03 and it isn’t settled. It can still capture open holds, void,
      and refund.
    </Suspend>
  );
}
