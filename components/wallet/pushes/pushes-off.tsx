"use client";

import { useState } from "react";
import { messageOf, useTRPCClient } from "@/components/trpc/client";
import { toast } from "@/components/ui/feedback/toast";
import { Button } from "@/components/ui/forms/button";
import { subscribe, TurnOnError } from "./this-browser";

interface PushesOffProps {
  readonly senderKey: string;
  readonly onChange: () => Promise<void>;
}

export function PushesOff({ senderKey, onChange }: PushesOffProps) {
  const { pushes } = useTRPCClient().wallet;
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const turnOn = async () => {
    setBusy(true);
    setFailure(undefined);
    try {
      const address = await subscribe(senderKey);
      await pushes.turnOn.mutate({ ...address, senderKey, requests: true, payments: true });
      toast.success("Notifications are on", { description: "On this device" });
    } catch (error) {
      setFailure(error instanceof TurnOnError ? error.message : messageOf(error));
    } finally {
      await onChange();
      setBusy(false);
    }
  };
  return (
    <div className="rounded-8 border border-line p-4">
      <p className="mb-4 text-14 text-muted">
        See on this device when a merchant asks for your approval and when you pay, also while the wallet is closed.
        Merchants and amounts show on your lock screen.
      </p>
      <Button isBusy={isBusy} onClick={() => void turnOn()}>
        Turn on notifications
      </Button>
      <p role="status" className="mt-2 text-13 text-bad empty:hidden">
        {failure}
      </p>
    </div>
  );
}
