"use client";

import { useQuery } from "@tanstack/react-query";
import { useTRPC } from "@/components/trpc/client";
import { Failure, Skeleton } from "@/components/ui/feedback/states";
import { PageHead } from "@/components/ui/layout/page-head";
import { AgreementDetail } from "./agreement-detail";
import { AgreementRequest } from "./agreement-request";

/** A pending request is full screen; an answered one is an ordinary page. */
export function AgreementPage({ id }: { readonly id: string }) {
  const trpc = useTRPC();
  const agreement = useQuery(trpc.wallet.agreements.get.queryOptions({ id }));
  if (agreement.data?.status === "PendingApproval") return <AgreementRequest agreement={agreement.data} />;
  if (agreement.data) return <AgreementDetail agreement={agreement.data} />;
  return (
    <>
      <PageHead title="Agreement" back={{ href: "/wallet/agreements", label: "Agreements" }} />
      {agreement.isPending ? (
        <div role="status" aria-label="Loading" className="flex flex-col gap-4">
          <Skeleton className="h-12 w-64" />
          <Skeleton className="h-64 w-full" />
        </div>
      ) : (
        <Failure what="This agreement" error={agreement.error} onRetry={() => void agreement.refetch()} />
      )}
    </>
  );
}
