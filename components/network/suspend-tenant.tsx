"use client";

import type { TenantPage } from "@/server/trpc/types";
import { useTRPC } from "../trpc/client";
import { Suspend, saySuspended } from "./suspend";
import { useChange } from "./use-change";
import { useNetwork } from "./use-network";

export function SuspendTenant({ tenant }: { readonly tenant: Pick<TenantPage, "slug" | "title" | "status"> }) {
  const trpc = useTRPC();
  const { place } = useNetwork();
  const { slug, title, status } = tenant;
  const change = useChange(trpc.networkTenants.setStatus.mutationOptions(), {
    done: (answer) => saySuspended(title, answer.status),
  });
  return (
    <Suspend
      key={status}
      name={title}
      status={status}
      isBusy={change.isPending}
      onChange={(next) => change.mutate({ ...place, slug, status: next })}
    >
      From its next request on it makes no new holds, in live and in test, and nothing of it is settled. It can still
      capture what it holds, void and refund.
    </Suspend>
  );
}
