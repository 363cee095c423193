"use client";

import { Hourglass, Lock } from "lucide-react";
import { pathOf } from "@/components/shared/console/use-place";
import { LinkButton } from "@/components/ui/forms/link-button";
import type { TenantFacts } from "@/server/trpc/types";
import { RequestLive } from "../settings/request-live";
import { useTenant } from "./use-tenant";

/** Live is closed until an operator has approved the tenant. */
export function useIsOpen(): boolean {
  const { place, tenant } = useTenant();
  return place.environment === "test" || Boolean(tenant?.liveApprovedAt);
}

export function useSetUp(permission: TenantFacts["permissions"][number]): boolean {
  const { may } = useTenant();
  return useIsOpen() && may(permission);
}

/** Explains why live can't be set up yet, and how to get there. `what`: "live keys". */
export function LiveGate({ what }: { readonly what: string }) {
  const { place, tenant } = useTenant();
  if (!tenant || place.environment === "test" || tenant.liveApprovedAt) return null;
  const isAsked = tenant.liveAskedAt !== null;
  const Icon = isAsked ? Hourglass : Lock;
  return (
    <div className="mb-6 flex items-start gap-3 rounded-8 border border-line bg-raised p-4">
      <Icon aria-hidden className="mt-0.5 size-4 shrink-0 text-muted" />
      <div className="text-14">
        <p className="font-medium">{isAsked ? "Live access requested" : `No ${what} yet`}</p>
        <p className="mt-0.5 text-muted">
          {isAsked
            ? `An operator of the network is reviewing your request. Once it’s approved, you can create ${what} here.`
            : "To take live payments, request access. An operator reviews it."}
        </p>
        <div className="mt-3">
          {isAsked ? (
            <LinkButton href={`${pathOf(place, "settings")}#live`}>View status</LinkButton>
          ) : (
            <RequestLive look="secondary" />
          )}
        </div>
      </div>
    </div>
  );
}
