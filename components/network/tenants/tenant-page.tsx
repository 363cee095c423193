"use client";

import { useQuery } from "@tanstack/react-query";
import { StatusBadge } from "@/components/shared/status/status-badge";
import { InviteDialog } from "@/components/shared/team/invite-dialog";
import { useTRPC } from "@/components/trpc/client";
import { Unread } from "@/components/ui/feedback/states";
import { PageHead } from "@/components/ui/layout/page-head";
import { Fact, Facts } from "@/components/ui/tables/facts";
import { CopyId } from "@/components/ui/values/copy-id";
import { Time } from "@/components/ui/values/time";
import type { TenantPage as Tenant } from "@/server/trpc/types";
import { OwnLoginOnly } from "../shell/own-login";
import { useNetwork } from "../shell/use-network";
import { SuspendTenant } from "./suspend-tenant";
import { TenantLive } from "./tenant-live";
import { TenantKeys, TenantMerchants, TenantPeople, TenantRecords } from "./tenant-sections";
import { TenantTier } from "./tenant-tier";

export function TenantPage({ slug }: { readonly slug: string }) {
  const trpc = useTRPC();
  const { place, at } = useNetwork();
  const tenant = useQuery(trpc.network.tenants.get.queryOptions({ ...place, slug }));
  const back = { href: at("/network"), label: "Tenants" };
  if (tenant.data) return <Detail tenant={tenant.data} back={back} />;
  return (
    <>
      <PageHead title="Tenant" back={back} />
      <Unread what="This tenant" query={tenant} />
    </>
  );
}

function Detail({ tenant, back }: { readonly tenant: Tenant; readonly back: { href: string; label: string } }) {
  const { id, title, slug, status, createdAt, people } = tenant;
  return (
    <>
      <PageHead title={title} back={back} action={<SuspendTenant tenant={tenant} />} />
      <div className="mb-6 lg:hidden">
        <SuspendTenant tenant={tenant} />
      </div>
      <div className="grid grid-cols-1 gap-8 lg:grid-cols-[minmax(0,1fr)_18.75rem] xl:grid-cols-[minmax(0,1fr)_22.5rem] lg:items-start">
        <div className="flex min-w-0 flex-col gap-8">
          {people.length === 0 ? (
            <div className="flex flex-wrap items-center justify-between gap-3 rounded-8 bg-warn-fill p-4 text-14">
              <p>
                <strong className="font-medium">No one can sign in for {title} yet.</strong> The owner creates keys and
                invites everyone else.
              </p>
              <InviteOwner slug={slug} />
            </div>
          ) : null}
          <TenantLive tenant={tenant} />
          <TenantMerchants tenantId={id} />
          <TenantKeys keys={tenant.keys} />
          <TenantPeople people={people} />
          <TenantRecords tenantId={id} />
        </div>
        <Facts>
          <Fact label="Status">
            <StatusBadge status={status} />
          </Fact>
          <Fact label="Tier">
            <TenantTier tenant={tenant} />
          </Fact>
          <Fact label="Slug">
            <span translate="no" className="font-mono text-13">
              {slug}
            </span>
          </Fact>
          <Fact label="Members">{tenant.memberCount >= 1_000 ? "1,000 or more" : tenant.memberCount}</Fact>
          <Fact label="Since">
            <Time at={createdAt} />
          </Fact>
          <Fact label="Tenant ID">
            <CopyId id={id} />
          </Fact>
        </Facts>
      </div>
    </>
  );
}

function InviteOwner({ slug }: { readonly slug: string }) {
  const trpc = useTRPC();
  const { place } = useNetwork();
  return (
    <OwnLoginOnly>
      <InviteDialog
        button="Invite the owner"
        title="Invite the owner"
        mutation={trpc.network.tenants.inviteOwner.mutationOptions()}
        variables={(input) => ({ ...place, slug, ...input })}
      />
    </OwnLoginOnly>
  );
}
