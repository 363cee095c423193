"use client";

import { useState } from "react";
import { useTRPC } from "@/components/trpc/client";
import { Confirm } from "@/components/ui/feedback/confirm";
import { Button } from "@/components/ui/forms/button";
import { OwnLoginOnly } from "../shell/own-login";
import { useChange } from "../shell/use-change";
import { useNetwork } from "../shell/use-network";

interface SettleButtonProps {
  /** Null: all merchants, only for days that are over. */
  readonly merchantId: string | null;
  readonly label: string;
  readonly name?: string;
}

/** Runs a settlement. Asks for confirmation in live, because it pays out real money. */
export function SettleButton({ merchantId, label, name }: SettleButtonProps) {
  const trpc = useTRPC();
  const { place } = useNetwork();
  const [isOpen, setOpen] = useState(false);
  const run = useChange(trpc.network.settlement.run.mutationOptions(), {
    done: ({ batches }) =>
      batches === 0 ? "Nothing to settle" : batches === 1 ? "1 batch was settled" : `${batches} batches were settled`,
    after: () => setOpen(false),
  });
  const settle = () => run.mutate({ ...place, merchantId });
  const isLive = place.environment === "live";
  return (
    <OwnLoginOnly>
      <Button
        size={merchantId ? "small" : "medium"}
        look={merchantId ? "secondary" : "primary"}
        isBusy={run.isPending}
        onClick={isLive ? () => setOpen(true) : settle}
      >
        {label}
      </Button>
      <Confirm
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title={`${label}?`}
        action={label}
        isBusy={run.isPending}
        onConfirm={settle}
      >
        {name
          ? `What ${name} has captured and refunded so far is paid out. A payout can’t be undone.`
          : "Every completed day is paid out to its merchant. A payout can’t be undone."}
      </Confirm>
    </OwnLoginOnly>
  );
}
