"use client";

import { useState } from "react";
import type { TenantPage } from "@/server/trpc/types";
import { useTRPC } from "../trpc/client";
import { Button } from "../ui/button";
import { Confirm } from "../ui/confirm";
import { useChange } from "./use-change";
import { useNetwork } from "./use-network";

/** Stops a tenant, or lets it go on. */
export function SuspendTenant({ tenant }: { readonly tenant: Pick<TenantPage, "slug" | "title" | "status"> }) {
  const trpc = useTRPC();
  const { place } = useNetwork();
  const [isOpen, setOpen] = useState(false);
  const { slug, title, status } = tenant;
  const change = useChange(trpc.networkTenants.setStatus.mutationOptions(), {
    done: (answer) => (answer.status === "suspended" ? `${title} is suspended` : `${title} is active again`),
    after: () => setOpen(false),
  });
  if (status === "suspended") {
    return (
      <Button
        look="primary"
        isBusy={change.isPending}
        onClick={() => change.mutate({ ...place, slug, status: "active" })}
      >
        Reactivate
      </Button>
    );
  }
  return (
    <>
      <Button onClick={() => setOpen(true)}>Suspend</Button>
      <Confirm
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title={`Suspend ${title}?`}
        action="Suspend"
        keep="Keep active"
        isBusy={change.isPending}
        onConfirm={() => change.mutate({ ...place, slug, status: "suspended" })}
      >
        From its next request on it makes no new holds, in live and in test, and nothing of it is settled. It can still
        capture what it holds, void and refund.
      </Confirm>
    </>
  );
}
