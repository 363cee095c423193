"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { CircleCheck, Hourglass } from "lucide-react";
import { ConsoleHead } from "@/components/shared/console/console-head";
import { useForm } from "@/components/shared/forms/use-form";
import { StatusBadge } from "@/components/shared/status/status-badge";
import { messageOf, useTRPC } from "@/components/trpc/client";
import { Badge } from "@/components/ui/feedback/badge";
import { DialogForm } from "@/components/ui/feedback/dialog-form";
import { FormDialog } from "@/components/ui/feedback/form-dialog";
import { SkeletonRows, Unread } from "@/components/ui/feedback/states";
import { toast } from "@/components/ui/feedback/toast";
import { Field } from "@/components/ui/forms/field";
import { Toggle } from "@/components/ui/forms/toggle";
import { SectionHead } from "@/components/ui/layout/page-head";
import { Fact, Facts } from "@/components/ui/tables/facts";
import { CopyId } from "@/components/ui/values/copy-id";
import { Time } from "@/components/ui/values/time";
import { nameZone } from "@/components/ui/values/zone";
import type { TenantFacts } from "@/server/trpc/types";
import { useTenant } from "../shell/use-tenant";
import { AccentForm } from "./accent-form";
import { LogoForm } from "./logo-form";
import { RequestLive } from "./request-live";
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
          <span translate="no" className="font-mono text-13 break-all">
            {slug}
          </span>
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

function BrandSettings({ title }: { readonly title: string }) {
  const trpc = useTRPC();
  const { place, may } = useTenant();
  const brand = useQuery(trpc.tenant.brand.get.queryOptions(place));
  if (brand.data === undefined) return <Unread what="The wallet’s looks" query={brand} rows={3} />;
  const { accent, logo } = brand.data;
  const isOff = !may("manage_tenant");
  return (
    <div className="flex flex-col gap-6 rounded-8 border border-line p-4">
      <LogoForm logo={logo} isOff={isOff} />
      <hr className="border-line" />
      <AccentForm key={accent} accent={accent} logo={logo} title={title} isOff={isOff} />
      {isOff ? <p className="text-13 text-muted">An owner or an admin can change these.</p> : null}
    </div>
  );
}

/** Storing bodies of live requests is opt-in. Test bodies are always stored. */
function LiveBodies({ tenant }: { readonly tenant: TenantFacts }) {
  const trpc = useTRPC();
  const { place, may } = useTenant();
  const set = useMutation(
    trpc.tenant.tenants.keepLiveBodies.mutationOptions({
      onSuccess: ({ isOn }) => {
        toast.success(isOn ? "Live bodies are stored from now on" : "Live bodies are no longer stored");
      },
      onError: (error) => toast.error(messageOf(error)),
    }),
  );
  return (
    <div className="rounded-8 border border-line p-4">
      <Toggle
        label="Store bodies of live requests"
        help="For 30 days, to look into errors. IDs, amounts, statuses, and error codes are stored; everything else is redacted. Test bodies are always stored, without codes, PINs, and secrets."
        isOn={set.isPending ? set.variables.isOn : tenant.keepsLiveBodies}
        isOff={!may("manage_tenant") || set.isPending}
        onChange={(isOn) => set.mutate({ ...place, isOn })}
      />
    </div>
  );
}

function AskForLive({ tenant }: { readonly tenant: TenantFacts }) {
  if (tenant.liveApprovedAt) {
    return (
      <div className="rounded-8 border border-line p-4 text-14">
        <Badge tone="good" icon={CircleCheck}>
          Approved
        </Badge>
        <p className="mt-2 text-muted">
          You can create live keys, merchants, and members since <Time at={tenant.liveApprovedAt} />.
        </p>
      </div>
    );
  }
  if (tenant.liveAskedAt) {
    return (
      <div className="rounded-8 border border-line p-4 text-14">
        <Badge tone="warn" icon={Hourglass}>
          Waiting for an operator
        </Badge>
        <p className="mt-2 text-muted">
          Requested <Time at={tenant.liveAskedAt} />. The sandbox keeps working. Nothing in it moves to live.
        </p>
      </div>
    );
  }
  return (
    <div className="rounded-8 border border-line p-4 text-14">
      <p className="mb-4">To take live payments, request access. An operator reviews it.</p>
      <RequestLive look="primary" />
    </div>
  );
}

function RenameTenant({ tenant }: { readonly tenant: TenantFacts }) {
  const { may } = useTenant();
  if (!may("manage_tenant")) return null;
  return (
    <FormDialog
      size="small"
      button="Rename"
      title="Rename the organization"
      form={(done) => <RenameForm tenant={tenant} onDone={done} />}
    />
  );
}

function RenameForm({ tenant, onDone }: { readonly tenant: TenantFacts; readonly onDone: () => void }) {
  const trpc = useTRPC();
  const { place } = useTenant();
  const { field, form } = useForm({
    start: { title: tenant.title },
    schema: () => import("@/server/contracts/portal/tenant/setup").then((contract) => contract.RenameTenantInput),
    mutation: trpc.tenant.tenants.rename.mutationOptions(),
    variables: (input) => ({ ...place, ...input }),
    onSent: ({ title }) => {
      toast.success("Renamed", { description: title });
      onDone();
    },
  });
  return (
    <DialogForm {...form} action="Rename">
      <Field
        {...field("title")}
        label="Name"
        autoComplete="organization"
        help="Your members, your team, and the network’s operators see it. The URL stays the same."
      />
    </DialogForm>
  );
}
