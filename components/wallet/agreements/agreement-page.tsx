"use client";

import { useQuery } from "@tanstack/react-query";
import { useTRPC } from "@/components/trpc/client";
import { Unread } from "@/components/ui/feedback/states";
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
      <Unread what="This agreement" query={agreement} />
    </>
  );
}
