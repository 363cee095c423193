"use client";

import { ConsoleHead } from "@/components/shared/console/console-head";
import { StatusBadge } from "@/components/shared/status/status-badge";
import { SkeletonRows } from "@/components/ui/feedback/states";
import { SectionHead } from "@/components/ui/layout/page-head";
import { Fact, Facts } from "@/components/ui/tables/facts";
import { CopyId } from "@/components/ui/values/copy-id";
import { Time } from "@/components/ui/values/time";
import { nameZone } from "@/components/ui/values/zone";
import type { TenantFacts } from "@/server/trpc/types";
import { useTenant } from "../shell/use-tenant";
import { AskForLive } from "./ask-for-live";
import { BrandSettings } from "./brand-settings";
import { LiveBodies } from "./live-bodies";
import { RenameTenant } from "./rename-tenant";
import { ChangeTimeZone } from "./time-zone";

const TIERS = {
  sandbox: "Sandbox: for testing",
  standard: "Standard",
  plus: "Plus",
  network: "Network",
} as const;

export function TenantSettingsPage() {
  const { tenant } = useTenant();
  return (
    <>
      <ConsoleHead title="Settings" purpose="Your organization on the network." />
      {tenant ? (
        <div className="grid max-w-[45rem] grid-cols-1 gap-10">
          <About tenant={tenant} />
          <section>
            <SectionHead title="Wallet" />
            <BrandSettings title={tenant.title} />
          </section>
          <section id="live" className="scroll-mt-20">
            <SectionHead title="Live" />
            <AskForLive tenant={tenant} />
          </section>
          <section>
            <SectionHead title="Request log" />
            <LiveBodies tenant={tenant} />
          </section>
        </div>
      ) : (
        <SkeletonRows rows={3} />
      )}
    </>
  );
}

function About({ tenant }: { readonly tenant: TenantFacts }) {
  const { id, slug, title, status, rateLimitTier, timeZone, createdAt } = tenant;
  return (
    <section>
      <SectionHead title="Organization" />
      <Facts>
        <Fact label="Name">
          <span className="inline-flex flex-wrap items-center justify-end gap-3">
            {title} <RenameTenant tenant={tenant} />
          </span>
        </Fact>
        <Fact label="Status">
          <StatusBadge status={status} />
        </Fact>
        <Fact label="Slug">
          <span className="font-mono text-13 break-all">{slug}</span>
        </Fact>
        <Fact label="ID">
          <CopyId id={id} />
        </Fact>
        <Fact label="Rate limit">{TIERS[rateLimitTier]}</Fact>
        <Fact label="Time zone">
          <span className="inline-flex flex-wrap items-center justify-end gap-3">
            {nameZone(timeZone)} <ChangeTimeZone tenant={tenant} />
          </span>
        </Fact>
        <Fact label="Since">
          <Time at={createdAt} />
        </Fact>
      </Facts>
      <p className="mt-3 text-13 text-muted">The URL can’t be changed. The network’s operators set the rate limit.</p>
    </section>
  );
}
