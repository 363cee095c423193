"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { ChevronRight, Laptop, Smartphone } from "lucide-react";
import { useState } from "react";
import { messageOf, useTRPC } from "@/components/trpc/client";
import { Confirm } from "@/components/ui/feedback/confirm";
import { Unread } from "@/components/ui/feedback/states";
import { toast } from "@/components/ui/feedback/toast";
import { Button } from "@/components/ui/forms/button";
import { Time } from "@/components/ui/values/time";
import type { SignedInDevice } from "@/server/trpc/types";
import { useSignOut } from "./use-sign-out";

export function Devices() {
  const trpc = useTRPC();
  const [isAsking, setAsking] = useState(false);
  const [isLeaving, setLeaving] = useState(false);
  const devices = useQuery(trpc.shared.sessions.list.queryOptions());
  const onError = (error: unknown) => toast.error(messageOf(error));
  const end = useMutation(
    trpc.shared.sessions.end.mutationOptions({
      onSuccess: () => {
        toast.success("That device is signed out");
      },
      onError,
    }),
  );
  const signOutEverywhere = useSignOut("everywhere");
  if (devices.data === undefined) return <Unread what="Your devices" query={devices} rows={2} />;
  const others = devices.data.filter(({ isCurrent }) => !isCurrent);
  return (
    <>
      <div className="divide-y divide-line rounded-8 border border-line">
        <Rows devices={devices.data.filter(({ isCurrent }) => isCurrent)} onEnd={end.mutate} />
        {others.length > 0 ? (
          <details className="group">
            <summary className="flex min-h-12 list-none items-center gap-3 px-4 text-14 -outline-offset-2 hover:bg-hover [&::-webkit-details-marker]:hidden">
              <ChevronRight
                aria-hidden
                className="size-5 shrink-0 text-muted transition-transform group-open:rotate-90"
                strokeWidth={1.5}
              />
              {others.length === 1 ? "1 other device" : `${others.length} other devices`}
            </summary>
            <div className="border-t border-line">
              <Rows devices={others} onEnd={end.mutate} />
            </div>
          </details>
        ) : null}
      </div>
      <div className="mt-3">
        <Button onClick={() => setAsking(true)}>Sign out everywhere</Button>
      </div>
      <Confirm
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title="Sign out everywhere?"
        action="Sign out"
        isBusy={isLeaving}
        onConfirm={async () => {
          setLeaving(true);
          await signOutEverywhere();
          setLeaving(false);
        }}
      >
        Every device, including this one, has to sign in again. It takes effect immediately.
      </Confirm>
    </>
  );
}

interface RowsProps {
  readonly devices: readonly SignedInDevice[];
  readonly onEnd: (device: { readonly id: string }) => void;
}

function Rows({ devices, onEnd }: RowsProps) {
  return (
    <ul className="divide-y divide-line">
      {devices.map(({ id, device, isPhone, isCurrent, address, lastSeenAt }) => {
        const Icon = isPhone ? Smartphone : Laptop;
        return (
          <li key={id} className="flex min-h-[4.25rem] items-center gap-3 px-4 py-3">
            <Icon aria-hidden className="size-5 shrink-0 text-muted" strokeWidth={1.5} />
            <span className="min-w-0 flex-1">
              <span className="block truncate text-14 font-medium">{device}</span>
              <span className="block truncate text-13 text-muted">
                {isCurrent ? (
                  <span className="text-good">This device</span>
                ) : (
                  <>
                    Seen <Time at={lastSeenAt} as="relative" />
                  </>
                )}
                {address ? ` · ${address}` : ""}
              </span>
            </span>
            {isCurrent ? null : (
              <Button size="small" aria-label={`Sign out ${device}`} onClick={() => onEnd({ id })}>
                Sign out
              </Button>
            )}
          </li>
        );
      })}
    </ul>
  );
}
