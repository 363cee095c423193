"use client";

import { useState } from "react";
import { StatusBadge } from "@/components/shared/status/status-badge";
import { useTRPC } from "@/components/trpc/client";
import { Callout } from "@/components/ui/feedback/callout";
import { TypedConfirm } from "@/components/ui/feedback/typed-confirm";
import { Button } from "@/components/ui/forms/button";
import { SectionHead } from "@/components/ui/layout/page-head";
import { Link } from "@/components/ui/navigation/link";
import { Time } from "@/components/ui/values/time";
import type { TenantPage } from "@/server/trpc/types";
import { OwnLoginOnly } from "../shell/own-login";
import { useChange } from "../shell/use-change";
import { useNetwork } from "../shell/use-network";

const WHY_NOT = "why-not-live";

export function TenantLive({ tenant }: { readonly tenant: TenantPage }) {
  const trpc = useTRPC();
  const { place } = useNetwork();
  const [isOpen, setOpen] = useState(false);
  const { slug, title, live, liveAskedAt, liveAskedBy, liveApprovedAt, hasDemoLogins } = tenant;
  const approve = useChange(trpc.network.tenants.approve.mutationOptions(), {
    done: () => `${title} is approved for live`,
    after: () => setOpen(false),
  });
  return (
    <section>
      <SectionHead title="Live" note={<StatusBadge status={live} />}>
        {live === "asked" ? (
          <OwnLoginOnly>
            <Button
              look="primary"
              size="small"
              disabled={hasDemoLogins}
              aria-describedby={hasDemoLogins ? WHY_NOT : undefined}
              onClick={() => setOpen(true)}
            >
              Approve for live
            </Button>
          </OwnLoginOnly>
        ) : null}
      </SectionHead>
      <div className="rounded-8 border border-line p-4 text-14">
        {liveApprovedAt ? (
          <p>
            Approved <Time at={liveApprovedAt} />.
          </p>
        ) : liveAskedAt ? (
          <p>
            {liveAskedBy ?? "Someone at this tenant"} requested live access <Time at={liveAskedAt} as="relative" />.
          </p>
        ) : (
          <p className="text-muted">Test only. No one at the tenant has requested live access.</p>
        )}
      </div>
      {hasDemoLogins && live === "asked" ? (
        <div className="mt-3">
          <Callout tone="warn" title="You can’t approve a tenant while this network has demo logins" id={WHY_NOT}>
            Their passwords are public, so anyone could take real money.{" "}
            <Link href="/docs/go-live#for-operators" className="font-medium underline underline-offset-4">
              Remove the demo logins
            </Link>{" "}
            first.
          </Callout>
        </div>
      ) : null}
      <TypedConfirm
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title={`Approve ${title} for live?`}
        action="Approve"
        word={slug}
        isBusy={approve.isPending}
        onConfirm={() => approve.mutate({ ...place, slug })}
      >
        It can create live keys immediately and take real money. This can’t be undone, but you can suspend the tenant.
      </TypedConfirm>
    </section>
  );
}
