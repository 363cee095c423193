"use client";

import type { TenantFacts } from "@/server/trpc/types";
import { ConsoleHead } from "../console/console-head";
import { useTenant } from "../console/use-tenant";
import { StatusBadge } from "../status/status-badge";
import { CopyId } from "../ui/copy-id";
import { Fact, Facts } from "../ui/facts";
import { SectionHead } from "../ui/page-head";
import { SkeletonRows } from "../ui/states";
import { Time } from "../ui/time";
import { AskForLive } from "./ask-for-live";
import { RenameTenant } from "./rename-tenant";

const TIERS = {
  sandbox: "Sandbox: for trying out",
  standard: "Standard",
  plus: "Plus",
  network: "Network",
} as const;

/** What the organisation is on the network. */
export function TenantSettingsPage() {
  const { tenant } = useTenant();
  return (
    <>
      <ConsoleHead title="Settings" purpose="What your organisation is on the network." />
      {tenant ? (
        <div className="grid max-w-[720px] gap-10">
          <About tenant={tenant} />
          <section>
            <SectionHead title="Live" />
            <AskForLive tenant={tenant} />
          </section>
        </div>
      ) : (
        <SkeletonRows rows={3} />
      )}
    </>
  );
}

function About({ tenant }: { readonly tenant: TenantFacts }) {
  const { id, slug, title, status, rateLimitTier, createdAt } = tenant;
  return (
    <section>
      <SectionHead title="Organisation" />
      <Facts>
        <Fact label="Title">
          <span className="inline-flex flex-wrap items-center justify-end gap-3">
            {title} <RenameTenant tenant={tenant} />
          </span>
        </Fact>
        <Fact label="Status">
          <StatusBadge status={status} />
        </Fact>
        <Fact label="Address">
          <span className="font-mono text-13 break-all">{slug}</span>
        </Fact>
        <Fact label="Id">
          <CopyId id={id} />
        </Fact>
        <Fact label="Rate limit">{TIERS[rateLimitTier]}</Fact>
        <Fact label="Since">
          <Time at={createdAt} />
        </Fact>
      </Facts>
      <p className="mt-3 text-13 text-muted">The address stays. The network’s operators set the rate limit.</p>
    </section>
  );
}
