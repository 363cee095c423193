"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { BellRing } from "lucide-react";
import { messageOf, useTRPC, useTRPCClient } from "@/components/trpc/client";
import { Failure, SkeletonRows } from "@/components/ui/feedback/states";
import { toast } from "@/components/ui/feedback/toast";
import { Button } from "@/components/ui/forms/button";
import type { PushDevice } from "@/server/trpc/types";
import { PushesOn } from "./pushes-on";

export function PushSettings() {
  const trpc = useTRPC();
  const pushes = useQuery(trpc.wallet.pushes.list.queryOptions());
  const browser = useQuery({
    queryKey: ["notifications of this browser"],
    queryFn: readPushState,
    // Picks up changes to the browser's permission when the user returns.
    refetchOnWindowFocus: "always",
    staleTime: 0,
  });
  const onChange = () => browser.refetch();
  if (pushes.isError && !pushes.data) {
    return <Failure what="Your notifications" error={pushes.error} onRetry={() => void pushes.refetch()} />;
  }
  if (!pushes.data || !browser.data) return <SkeletonRows rows={1} />;
  const { senderKey, devices } = pushes.data;
  const here = devices.find(({ isCurrent }) => isCurrent);
  return (
    <div className="flex flex-col gap-4">
      {here && browser.data === "on" ? (
        <PushesOn device={here} onChange={onChange} />
      ) : browser.data === "on" || browser.data === "off" ? (
        <PushesOff senderKey={senderKey} onChange={onChange} />
      ) : (
        <NotHere state={browser.data} />
      )}
      <PushDevices devices={devices.filter(({ isCurrent }) => !isCurrent)} onChange={onChange} />
    </div>
  );
}

const WHY: Readonly<Record<Exclude<PushState, "on" | "off">, { readonly title: string; readonly help: string }>> = {
  "home-screen": {
    title: "Add the wallet to your Home Screen first",
    help: "In Safari, tap Share, then Add to Home Screen. Open the wallet from there and come back to this page.",
  },
  unsupported: {
    title: "This browser can’t show notifications",
    help: "Open the wallet by https, in a current version of Chrome, Edge, Firefox, or Safari, and not in a private window.",
  },
  blocked: {
    title: "Your browser blocks notifications from this site",
    help: "Allow them in the site settings, next to the address, or in the settings of an installed wallet. Then come back to this page.",
  },
};

function NotHere({ state }: { readonly state: keyof typeof WHY }) {
  const { title, help } = WHY[state];
  return (
    <div className="rounded-8 border border-line p-4 text-14">
      <p className="font-medium">{title}</p>
      <p className="mt-1 text-muted">{help}</p>
    </div>
  );
}

interface PushesOffProps {
  readonly senderKey: string;
  readonly onChange: () => Promise<unknown>;
}

function PushesOff({ senderKey, onChange }: PushesOffProps) {
  const trpc = useTRPC();
  const { pushes } = useTRPCClient().wallet;
  const turnOn = useMutation({
    mutationKey: trpc.wallet.pushes.turnOn.mutationKey(),
    mutationFn: async () => {
      const address = await subscribe(senderKey);
      return pushes.turnOn.mutate({ ...address, senderKey, requests: true, payments: true });
    },
    onSuccess: () => toast.success("Notifications are on", { description: "On this device" }),
    onSettled: onChange,
  });
  const { error } = turnOn;
  return (
    <div className="rounded-8 border border-line p-4">
      <p className="mb-4 text-14 text-muted">
        See on this device when a merchant asks for your approval and when you pay, also while the wallet is closed.
        Merchants and amounts show on your lock screen.
      </p>
      <Button isBusy={turnOn.isPending} onClick={() => turnOn.mutate()}>
        Turn on notifications
      </Button>
      <p role="status" className="mt-2 text-13 text-bad empty:hidden">
        {error && (error instanceof TurnOnError ? error.message : messageOf(error))}
      </p>
    </div>
  );
}

function formatKinds({ requests, payments }: PushDevice): string {
  if (requests && payments) return "Requests and payments";
  if (!requests && !payments) return "Nothing";
  return requests ? "Requests" : "Payments";
}

interface PushDevicesProps {
  readonly devices: readonly PushDevice[];
  readonly onChange: () => Promise<unknown>;
}

function PushDevices({ devices, onChange }: PushDevicesProps) {
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
              <span className="block truncate text-13 text-muted">{formatKinds(one)}</span>
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

/** `home-screen`: iPhones and iPads support notifications only for a wallet opened from the home screen. */
type PushState = "unsupported" | "home-screen" | "blocked" | "off" | "on";

interface BrowserAddress {
  readonly endpoint: string;
  readonly keys: { readonly p256dh: string; readonly auth: string };
}

class TurnOnError extends Error {
  override readonly name = "TurnOnError";
}

const STARTS_WITHIN_MS = 10_000;

function isAppleTouch(): boolean {
  // An iPad's user agent says Mac; Macs have no touch screen.
  return /iPhone|iPad/.test(navigator.userAgent) || (/Mac/.test(navigator.userAgent) && navigator.maxTouchPoints > 1);
}

function canShow(): boolean {
  return "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;
}

/** `on`: the browser is subscribed. Whether the server sends anything is in the server's list. */
async function readPushState(): Promise<PushState> {
  if (!canShow()) return isAppleTouch() ? "home-screen" : "unsupported";
  if (Notification.permission === "denied") return "blocked";
  if (Notification.permission !== "granted") return "off";
  const registration = await navigator.serviceWorker.getRegistration("/wallet");
  return (await registration?.pushManager.getSubscription()) ? "on" : "off";
}

/** Asks for permission, then subscribes with the push service. Call only on a click. Throws TurnOnError. */
async function subscribe(senderKey: string): Promise<BrowserAddress> {
  const permission = await Notification.requestPermission();
  if (permission === "denied") throw new TurnOnError("Your browser blocks notifications from this site.");
  if (permission !== "granted") throw new TurnOnError("You didn’t allow notifications. Try again.");
  const manager = (await startedWorker()).pushManager;
  const known = await manager.getSubscription();
  // The old subscription may be for a former sender key, or for the browser's previous user.
  await known?.unsubscribe();
  const options = { userVisibleOnly: true, applicationServerKey: senderKey };
  const subscription = await manager.subscribe(options).catch(() => {
    throw new TurnOnError("Your browser couldn’t reach its push service. Check its settings, then try again.");
  });
  const { endpoint, keys } = subscription.toJSON();
  return { endpoint: endpoint ?? "", keys: { p256dh: keys?.p256dh ?? "", auth: keys?.auth ?? "" } };
}

/** The page installs the wallet's service worker; pushes need an active one. */
async function startedWorker(): Promise<ServiceWorkerRegistration> {
  const late = new Promise<null>((resolve) => {
    setTimeout(() => resolve(null), STARTS_WITHIN_MS);
  });
  const registration = await Promise.race([navigator.serviceWorker.ready, late]);
  if (!registration) throw new TurnOnError("The wallet isn’t ready yet. Reload the page, then try again.");
  return registration;
}
