"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useTRPC } from "@/components/trpc/client";
import { Failure, SkeletonRows } from "@/components/ui/feedback/states";
import { PushDevices } from "./push-devices";
import { PushesOff } from "./pushes-off";
import { PushesOn } from "./pushes-on";
import { readStanding, type Standing } from "./this-browser";

export function PushSettings() {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const pushes = useQuery(trpc.wallet.pushes.list.queryOptions());
  const browser = useQuery({
    queryKey: ["notifications of this browser"],
    queryFn: readStanding,
    // Picks up changes to the browser's permission when the user returns.
    refetchOnWindowFocus: "always",
    staleTime: 0,
  });
  const onChange = async () => {
    await Promise.all([browser.refetch(), queryClient.invalidateQueries(trpc.wallet.pushes.list.queryFilter())]);
  };
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
        <NotHere standing={browser.data} />
      )}
      <PushDevices devices={devices.filter(({ isCurrent }) => !isCurrent)} onChange={onChange} />
    </div>
  );
}

const WHY: Readonly<Record<Exclude<Standing, "on" | "off">, { readonly title: string; readonly help: string }>> = {
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

function NotHere({ standing }: { readonly standing: keyof typeof WHY }) {
  const { title, help } = WHY[standing];
  return (
    <div className="rounded-8 border border-line p-4 text-14">
      <p className="font-medium">{title}</p>
      <p className="mt-1 text-muted">{help}</p>
    </div>
  );
}
