"use client";

import { useState } from "react";
import type { MerchantPage } from "@/server/trpc/types";
import { useTRPC } from "../trpc/client";
import { Button } from "../ui/button";
import { Confirm } from "../ui/confirm";
import { useChange } from "./use-change";
import { useNetwork } from "./use-network";

/** Stops a merchant, or lets it go on. */
export function SuspendMerchant({ merchant }: { readonly merchant: Pick<MerchantPage, "id" | "name" | "status"> }) {
  const trpc = useTRPC();
  const { place } = useNetwork();
  const [isOpen, setOpen] = useState(false);
  const { id, name, status } = merchant;
  const change = useChange(trpc.networkMerchants.setStatus.mutationOptions(), {
    done: (answer) => (answer.status === "suspended" ? `${name} is suspended` : `${name} is active again`),
    after: () => setOpen(false),
  });
  if (status === "suspended") {
    return (
      <Button
        look="primary"
        isBusy={change.isPending}
        onClick={() => change.mutate({ ...place, id, status: "active" })}
      >
        Reactivate
      </Button>
    );
  }
  return (
    <>
      <Button onClick={() => setOpen(true)}>Suspend</Button>
      <Confirm
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title={`Suspend ${name}?`}
        action="Suspend"
        keep="Keep active"
        isBusy={change.isPending}
        onConfirm={() => change.mutate({ ...place, id, status: "suspended" })}
      >
        From now on every payment to it is declined with 03 and nothing of it is settled. It can still capture what it
        holds, void and refund.
      </Confirm>
    </>
  );
}
