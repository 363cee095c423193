"use client";

import { useQuery } from "@tanstack/react-query";
import { useTRPC } from "@/components/trpc/client";
import { SkeletonRows } from "@/components/ui/feedback/states";
import { SectionHead } from "@/components/ui/layout/page-head";
import { useLazyWhenOpen } from "@/components/ui/layout/use-lazy-when-open";

const load = () => import("./push-settings").then(({ PushSettings }) => PushSettings);
const giveUp = () => undefined;

export function PushSection() {
  const trpc = useTRPC();
  const { data: me } = useQuery(trpc.shared.sessions.me.queryOptions());
  const Settings = useLazyWhenOpen(load, me !== undefined && !me.isShared, giveUp);
  return (
    <section aria-label="Notifications on this device">
      <SectionHead title="Notifications on this device" />
      {me?.isShared ? (
        <p className="text-14 text-muted">This demo login is shared. It can’t send notifications to your device.</p>
      ) : Settings ? (
        <Settings />
      ) : (
        <SkeletonRows rows={1} />
      )}
    </section>
  );
}
