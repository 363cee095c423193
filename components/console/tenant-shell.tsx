"use client";

import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTRPC } from "../trpc/client";
import { EnvironmentSwitch } from "./environment-switch";
import { tenantPlaces } from "./places";
import { Shell } from "./shell";
import { LiveWord, TenantUpdates } from "./tenant-updates";
import { pathOf, usePlace } from "./use-place";

/** Around a tenant's pages: where one is, in which environment, and everywhere else one can go. */
export function TenantShell({ children }: { readonly children: ReactNode }) {
  const trpc = useTRPC();
  const place = usePlace();
  const { data: me } = useQuery(trpc.sessions.me.queryOptions());
  const title = me?.tenants.find(({ slug }) => slug === place.tenant)?.title ?? place.tenant;
  return (
    <TenantUpdates>
      <Shell
        me={me}
        title={title}
        home={pathOf(place)}
        groups={tenantPlaces(place)}
        isTest={place.environment === "test"}
        top={<EnvironmentSwitch {...place} />}
        state={<LiveWord />}
      >
        {children}
      </Shell>
    </TenantUpdates>
  );
}
