"use client";

import { useQuery } from "@tanstack/react-query";
import { FlaskConical, KeyRound, PanelRight, Store, Users, Webhook } from "lucide-react";
import type { ReactNode } from "react";
import { BooksFooter } from "@/components/shared/console/books-footer";
import { tenantPlaces } from "@/components/shared/console/places";
import { Shell } from "@/components/shared/console/shell";
import { type Place, pathOf, usePlace } from "@/components/shared/console/use-place";
import { useTRPC } from "@/components/trpc/client";
import { TenantUpdates } from "@/components/trpc/live";
import { LiveMark } from "@/components/trpc/live-mark";
import type { Command } from "@/components/ui/layout/commands";
import { useWorkbench } from "../workbench/use-workbench";
import { Workbench } from "../workbench/workbench";
import { WorkbenchButton } from "../workbench/workbench-button";
import { EnvironmentSwitch } from "./environment-switch";
import { OwnClock, RealTimePages } from "./own-clock";
import { SandboxTime } from "./sandbox-time";
import { SuspendedBand } from "./suspended-band";
import { useCopyKey } from "./use-copy-key";
import { useFindRecords } from "./use-find-records";

const PROOF_POLL_MS = 60_000;

export function TenantShell({ children }: { readonly children: ReactNode }) {
  const trpc = useTRPC();
  const place = usePlace();
  const { data: me } = useQuery(trpc.shared.sessions.me.queryOptions());
  const { data: proof } = useQuery({
    ...trpc.tenant.settlement.lastProof.queryOptions(place),
    refetchInterval: PROOF_POLL_MS,
  });
  const copyKey = useCopyKey();
  const workbench = useWorkbench();
  const openWorkbench: Command = { label: "Open the workbench", icon: PanelRight, to: workbench.open };
  const title = me?.tenants.find(({ slug }) => slug === place.tenant)?.title ?? place.tenant;
  return (
    <TenantUpdates place={place}>
      <OwnClock>
        <Shell
          me={me}
          title={title}
          home={pathOf(place)}
          groups={tenantPlaces(place)}
          isTest={place.environment === "test"}
          actions={[...actionsOf(place), copyKey, openWorkbench]}
          finds={[
            { label: "Authorizations with", to: (text) => `${pathOf(place, "authorizations")}?search=${text}` },
            { label: "Members with", to: (text) => `${pathOf(place, "members")}?search=${text}` },
            { label: "Payment codes with", to: (text) => `${pathOf(place, "payment-codes")}?search=${text}` },
          ]}
          findRecords={useFindRecords(place)}
          testNote={<SandboxTime />}
          top={<EnvironmentSwitch {...place} />}
          tool={(close) => (
            <WorkbenchButton
              onOpen={() => {
                close?.();
                workbench.open();
              }}
            />
          )}
          state={<LiveMark />}
          footer={<BooksFooter what="Settlements" proof={proof} href={pathOf(place, "settlement")} />}
        >
          <SuspendedBand />
          <RealTimePages>{children}</RealTimePages>
        </Shell>
        <Workbench text={workbench.text} onShow={workbench.show} />
      </OwnClock>
    </TenantUpdates>
  );
}

/** `?new=1` opens the page's form. */
function actionsOf(place: Place): Command[] {
  const other = place.environment === "live" ? "test" : "live";
  return [
    { label: "Create an API key", icon: KeyRound, to: `${pathOf(place, "keys")}?new=1` },
    { label: "Add a webhook", icon: Webhook, to: `${pathOf(place, "webhooks")}?new=1` },
    { label: "Onboard a merchant", icon: Store, to: `${pathOf(place, "merchants")}?new=1` },
    { label: "Create a member", icon: Users, to: `${pathOf(place, "members")}?new=1` },
    { label: `Switch to ${other}`, icon: FlaskConical, to: pathOf({ ...place, environment: other }) },
  ];
}
