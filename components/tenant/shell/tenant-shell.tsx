"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { clsx } from "clsx";
import { Ban, FlaskConical, KeyRound, PanelRight, Store, Users, Webhook } from "lucide-react";
import { usePathname } from "next/navigation";
import { type ReactNode, useEffect } from "react";
import { formatAhead } from "@/components/shared/clock/format-ahead";
import { BooksFooter } from "@/components/shared/console/books-footer";
import { tenantPlaces } from "@/components/shared/console/places";
import { Shell } from "@/components/shared/console/shell";
import { type Place, pathOf, usePlace } from "@/components/shared/console/use-place";
import { messageOf, useTRPC } from "@/components/trpc/client";
import { TenantUpdates } from "@/components/trpc/live";
import { LiveMark } from "@/components/trpc/live-mark";
import { toast } from "@/components/ui/feedback/toast";
import type { Command } from "@/components/ui/layout/commands";
import { Link } from "@/components/ui/navigation/link";
import { useHere } from "@/components/ui/navigation/pending";
import { copyText } from "@/components/ui/values/copy-text";
import { useLocale } from "@/components/ui/values/locale";
import { PageClock, useNow, useZone } from "@/components/ui/values/page-clock";
import { nameOf } from "../keys/name-of";
import { useWorkbench } from "../workbench/use-workbench";
import { Workbench } from "../workbench/workbench";
import { WorkbenchButton } from "../workbench/workbench-button";
import { useFindRecords } from "./use-find-records";
import { useTenant } from "./use-tenant";

const PROOF_POLL_MS = 60_000;

export function TenantShell({ children }: { readonly children: ReactNode }) {
  const trpc = useTRPC();
  const place = usePlace();
  const { data: me } = useQuery(trpc.shared.sessions.me.queryOptions());
  const { data: proof } = useQuery({
    ...trpc.tenant.settlement.lastProof.queryOptions(place),
    refetchInterval: PROOF_POLL_MS,
  });
  const isMember = me === undefined || me.tenants.some(({ slug }) => slug === place.tenant);
  useEffect(() => {
    // Removed from the team while the page was open. A full load drops all that was read.
    if (!isMember) location.assign("/home");
  }, [isMember]);
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

function SuspendedBand() {
  const { tenant } = useTenant();
  if (tenant?.status !== "suspended") return null;
  return (
    <div role="status" className="mb-6 flex items-start gap-3 rounded-8 bg-bad-fill p-4 text-14">
      <Ban aria-hidden className="mt-0.5 size-4 shrink-0 text-bad" />
      <p>
        <strong className="font-medium">The network has suspended this organization.</strong> You can’t make new holds
        and settlement is paused. You can still capture open holds, void, and refund. Contact the network’s operators.
      </p>
    </div>
  );
}

/** Tenant pages use the tenant's time zone, and the sandbox clock for relative times. */
function OwnClock({ children }: { readonly children: ReactNode }) {
  const { tenant } = useTenant();
  return (
    <PageClock aheadMs={tenant?.clockAheadMs ?? 0} zone={tenant?.timeZone ?? "UTC"}>
      {children}
    </PageClock>
  );
}

/** Pages about people, keys, logs, and signatures use real time (decision 104). */
const BY_REAL_TIME = /^\/t\/[^/]+\/[^/]+\/(exports|keys|logs|team|audit|settings|tools)(\/|$)/;

function RealTimePages({ children }: { readonly children: ReactNode }) {
  const isReal = BY_REAL_TIME.test(usePathname());
  return <PageClock {...(isReal ? { aheadMs: 0 } : {})}>{children}</PageClock>;
}

/** Copies the most recently used public key. Its secret can't be recovered. */
function useCopyKey(): Command {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const place = usePlace();
  const copy = async () => {
    try {
      const keys = await queryClient.fetchQuery(trpc.tenant.keys.list.queryOptions(place));
      const [key] = keys
        .filter(({ revokedAt }) => revokedAt === null)
        .sort((a, b) => (b.lastUsedAt ?? b.createdAt).localeCompare(a.lastUsedAt ?? a.createdAt));
      if (!key) return void toast("No key yet");
      if (await copyText(key.publicKey)) toast.success(`Public key of “${nameOf(key)}” copied`);
      else toast.error("Your browser blocked copying");
    } catch (error) {
      toast.error(messageOf(error));
    }
  };
  return { label: "Copy the public key", icon: KeyRound, to: () => void copy() };
}

const TICK_MS = 20_000;
const SANDBOX_TIME = {
  day: "numeric",
  month: "short",
  hour: "2-digit",
  minute: "2-digit",
  timeZoneName: "short",
  hourCycle: "h23",
} as const;

function SandboxTime() {
  const { place, tenant } = useTenant();
  const now = useNow(TICK_MS);
  const timeZone = useZone();
  const locale = useLocale();
  if (!tenant || tenant.clockAheadMs === 0) return null;
  return (
    <Link href={pathOf(place, "clock")} className="truncate underline underline-offset-4">
      <span className="max-sm:sr-only">Sandbox time </span>
      {new Intl.DateTimeFormat(locale, { ...SANDBOX_TIME, timeZone }).format(now)}, {formatAhead(tenant.clockAheadMs)}{" "}
      ahead
    </Link>
  );
}

/** Records exist in one environment only, so the switch leads to their list, and from the clock to the overview. */
function samePage(path: string, tenant: string, environment: string): string {
  const [, , , , page = "", ...rest] = path.split("/");
  const kept = page === "tools" ? [page, ...rest] : page && page !== "clock" ? [page] : [];
  return ["/t", tenant, environment, ...kept].join("/");
}

function EnvironmentSwitch({ tenant, environment }: Place) {
  const path = usePathname();
  const [, , , here = environment] = useHere().split("/");
  return (
    <nav aria-label="Environment" className="grid grid-cols-2 rounded-8 border border-line bg-raised p-0.5">
      {(["live", "test"] as const).map((name) => (
        <Link
          key={name}
          href={samePage(path, tenant, name)}
          aria-current={name === here ? "true" : undefined}
          className={clsx(
            "grid h-9 place-items-center rounded-4 text-13 font-medium capitalize lg:h-7",
            name !== here && "text-muted hover:text-text",
            name === here && name === "test" && "bg-warn-fill text-warn",
            name === here && name === "live" && "bg-page text-text shadow-[0_0_0_1px_var(--line)]",
          )}
        >
          {name}
        </Link>
      ))}
    </nav>
  );
}
