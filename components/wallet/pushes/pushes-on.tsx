"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { stopPushes } from "@/components/shared/account/stop-pushes";
import { messageOf, useTRPC } from "@/components/trpc/client";
import { toast } from "@/components/ui/feedback/toast";
import { Button } from "@/components/ui/forms/button";
import { Toggle } from "@/components/ui/forms/toggle";
import type { PushDevice } from "@/server/trpc/types";

interface PushesOnProps {
  readonly device: PushDevice;
  readonly onChange: () => Promise<unknown>;
}

type Kinds = Pick<PushDevice, "requests" | "payments">;

const onError = (error: unknown) => toast.error(messageOf(error));

export function PushesOn({ device, onChange }: PushesOnProps) {
  const trpc = useTRPC();
  const [wanted, setWanted] = useState<Kinds>();
  const kinds = wanted ?? device;
  const change = useMutation(
    trpc.wallet.pushes.change.mutationOptions({
      onError,
      onSettled: async () => {
        await onChange();
        setWanted(undefined);
      },
    }),
  );
  const test = useMutation(
    trpc.wallet.pushes.test.mutationOptions({
      onSuccess: () => toast.success("Test notification sent", { description: "It arrives in a few seconds." }),
      onError,
    }),
  );
  const remove = useMutation(
    trpc.wallet.pushes.remove.mutationOptions({
      onSuccess: async () => {
        await stopPushes();
        toast.success("Notifications are off", { description: "On this device" });
      },
      onError,
      onSettled: onChange,
    }),
  );
  const set = (changed: Partial<Kinds>) => {
    const next = { requests: kinds.requests, payments: kinds.payments, ...changed };
    setWanted(next);
    change.mutate(next);
  };
  return (
    <div>
      <div className="flex flex-col gap-4 rounded-8 border border-line p-4">
        <p className="text-13 text-good">On</p>
        <Toggle
          label="Requests"
          help="When a merchant asks you to approve a charge or recurring payments."
          isOn={kinds.requests}
          isOff={change.isPending}
          onChange={(requests) => set({ requests })}
        />
        <Toggle
          label="Payments"
          help="What you pay, what is declined, and what is refunded."
          isOn={kinds.payments}
          isOff={change.isPending}
          onChange={(payments) => set({ payments })}
        />
      </div>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button isBusy={test.isPending} onClick={() => test.mutate()}>
          Send a test notification
        </Button>
        <Button isBusy={remove.isPending} onClick={() => remove.mutate({ id: device.id })}>
          Turn off
        </Button>
      </div>
      <p className="mt-2 text-13 text-muted">
        Notifications stop when you sign out here, or when you don’t open the wallet for a week.
      </p>
    </div>
  );
}
