"use client";

import { useQuery } from "@tanstack/react-query";
import { UserCheck } from "lucide-react";
import { useTRPC } from "@/components/trpc/client";
import { Empty, Failure, SkeletonRows } from "@/components/ui/feedback/states";
import { PageHead } from "@/components/ui/layout/page-head";
import { useNetwork } from "../shell/use-network";
import { ApprovalRow } from "./approval-row";

/** What one operator asked for and another decides. */
export function ApprovalsPage() {
  const trpc = useTRPC();
  const { place } = useNetwork();
  const approvals = useQuery(trpc.network.approvals.list.queryOptions(place));
  return (
    <>
      <PageHead title="Approvals" purpose="Large changes in live need two operators: one asks, another approves." />
      {approvals.isPending ? <SkeletonRows rows={4} /> : null}
      {approvals.isError && !approvals.data ? (
        <Failure what="Approvals" error={approvals.error} onRetry={() => void approvals.refetch()} />
      ) : null}
      {approvals.data?.length === 0 ? (
        <Empty icon={UserCheck} title="No requests yet">
          Funding above the day’s limit and higher tiers of live tenants wait here for another operator.
        </Empty>
      ) : null}
      {approvals.data && approvals.data.length > 0 ? (
        <ul className="max-w-[880px] divide-y divide-line rounded-8 border border-line">
          {approvals.data.map((approval) => (
            <ApprovalRow key={approval.id} approval={approval} />
          ))}
        </ul>
      ) : null}
    </>
  );
}
