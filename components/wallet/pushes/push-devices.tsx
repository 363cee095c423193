"use client";

import { useMutation } from "@tanstack/react-query";
import { BellRing } from "lucide-react";
import { messageOf, useTRPC } from "@/components/trpc/client";
import { toast } from "@/components/ui/feedback/toast";
import { Button } from "@/components/ui/forms/button";
import type { PushDevice } from "@/server/trpc/types";

interface PushDevicesProps {
  readonly devices: readonly PushDevice[];
  readonly onChange: () => Promise<void>;
}

function sayKinds({ requests, payments }: PushDevice): string {
  if (requests && payments) return "Requests and payments";
  if (!requests && !payments) return "Nothing";
  return requests ? "Requests" : "Payments";
}

export function PushDevices({ devices, onChange }: PushDevicesProps) {
  const trpc = useTRPC();
  const remove = useMutation(
    trpc.wallet.pushes.remove.mutationOptions({
      onSuccess: () => toast.success("That device gets no more notifications"),
      onError: (error) => toast.error(messageOf(error)),
      onSettled: onChange,
    }),
  );
  if (devices.length === 0) return null;
  return (
    <div className="mt-2">
      <h3 className="mb-2 text-14 font-medium">On other devices</h3>
      <ul aria-label="Other devices with notifications" className="divide-y divide-line rounded-8 border border-line">
        {devices.map((one) => (
          <li key={one.id} className="flex min-h-[4.25rem] items-center gap-3 px-4 py-3">
            <BellRing aria-hidden className="size-5 shrink-0 text-muted" strokeWidth={1.5} />
            <span className="min-w-0 flex-1">
              <span className="block truncate text-14 font-medium">{one.device}</span>
              <span className="block truncate text-13 text-muted">{sayKinds(one)}</span>
            </span>
            <Button
              size="small"
              aria-label={`Remove notifications from ${one.device}`}
              isBusy={remove.isPending && remove.variables.id === one.id}
              onClick={() => remove.mutate({ id: one.id })}
            >
              Remove
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}
