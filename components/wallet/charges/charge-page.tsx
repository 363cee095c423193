"use client";

import { useQuery } from "@tanstack/react-query";
import { useTRPC } from "@/components/trpc/client";
import { Failure, Skeleton } from "@/components/ui/feedback/states";
import { PageHead } from "@/components/ui/layout/page-head";
import { ChargeOutcome } from "./charge-outcome";
import { ChargeRequest } from "./charge-request";

/** A pending charge is full screen; an answered one shows its outcome. */
export function ChargePage({ id }: { readonly id: string }) {
  const trpc = useTRPC();
  const charge = useQuery(trpc.wallet.charges.get.queryOptions({ id }));
  if (charge.data?.status === "PendingApproval") return <ChargeRequest charge={charge.data} />;
  if (charge.data) return <ChargeOutcome charge={charge.data} />;
  return (
    <>
      <PageHead title="Charge" back={{ href: "/wallet/agreements", label: "Agreements" }} />
      {charge.isPending ? (
        <div role="status" aria-label="Loading" className="flex flex-col gap-4">
          <Skeleton className="h-12 w-64" />
          <Skeleton className="h-64 w-full" />
        </div>
      ) : (
        <Failure what="This charge" error={charge.error} onRetry={() => void charge.refetch()} />
      )}
    </>
  );
}
