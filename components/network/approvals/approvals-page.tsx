"use client";

import { useQuery } from "@tanstack/react-query";
import { UserCheck } from "lucide-react";
import { useTRPC } from "@/components/trpc/client";
import { Empty, Failure, SkeletonRows } from "@/components/ui/feedback/states";
import { PageHead } from "@/components/ui/layout/page-head";
import { FilterChips } from "@/components/ui/tables/filter-chips";
import { useNetwork } from "../shell/use-network";
import { ApprovalRow } from "./approval-row";

const STATES = [
  { value: "waiting", label: "Waiting" },
  { value: "approved", label: "Approved" },
  { value: "rejected", label: "Rejected" },
  { value: "expired", label: "Expired" },
] as const;

const isState = (text: string | null) => STATES.some(({ value }) => value === text);

/** What one operator asked for and another decides. */
export function ApprovalsPage() {
  const trpc = useTRPC();
  const { place, values } = useNetwork();
  const wanted = values.get("state");
  const approvals = useQuery(trpc.network.approvals.list.queryOptions(place));
  const shown = approvals.data?.filter(({ state }) => !isState(wanted) || state === wanted) ?? [];
  return (
    <>
      <PageHead title="Approvals" purpose="Large changes in live need two operators: one asks, another approves." />
      {approvals.isPending ? <SkeletonRows rows={4} /> : null}
      {approvals.isError && !approvals.data ? (
        <Failure what="Approvals" error={approvals.error} onRetry={() => void approvals.refetch()} />
      ) : null}
      {approvals.data && approvals.data.length > 0 ? (
        <div className="mb-4">
          <FilterChips label="State" name="state" options={STATES} />
        </div>
      ) : null}
      {approvals.data?.length === 0 ? (
        <Empty icon={UserCheck} title="No requests yet">
          Funding above the day’s limit and higher tiers of live tenants wait here for another operator.
        </Empty>
      ) : null}
      {approvals.data && approvals.data.length > 0 && shown.length === 0 ? (
        <Empty icon={UserCheck} title={`No request is ${wanted}`}>
          There are others without the filter.
        </Empty>
      ) : null}
      {shown.length > 0 ? (
        <ul className="max-w-[55rem] divide-y divide-line rounded-8 border border-line">
          {shown.map((approval) => (
            <ApprovalRow key={approval.id} approval={approval} />
          ))}
        </ul>
      ) : null}
    </>
  );
}
