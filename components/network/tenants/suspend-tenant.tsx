"use client";

import { useTRPC } from "@/components/trpc/client";
import type { TenantPage } from "@/server/trpc/types";
import { formatSuspended, Suspend } from "../shell/suspend";
import { useChange } from "../shell/use-change";
import { useNetwork } from "../shell/use-network";

export function SuspendTenant({ tenant }: { readonly tenant: Pick<TenantPage, "slug" | "title" | "status"> }) {
  const trpc = useTRPC();
  const { place } = useNetwork();
  const { slug, title, status } = tenant;
  const change = useChange(trpc.network.tenants.setStatus.mutationOptions(), {
    done: (answer) => formatSuspended(title, answer.status),
  });
  return (
    <Suspend
      key={status}
      name={title}
      status={status}
      isBusy={change.isPending}
      onChange={(next) => change.mutate({ ...place, slug, status: next })}
    >
      From its next request, it can’t make new holds in live or test, and it isn’t settled. It can still capture open
      holds, void, and refund.
    </Suspend>
  );
}
