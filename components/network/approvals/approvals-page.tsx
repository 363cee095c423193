"use client";

import { useQuery } from "@tanstack/react-query";
import { UserCheck } from "lucide-react";
import { useTRPC } from "@/components/trpc/client";
import { Empty, Failure, SkeletonRows } from "@/components/ui/feedback/states";
import { LinkButton } from "@/components/ui/forms/link-button";
import { PageHead } from "@/components/ui/layout/page-head";
import { FilterChips } from "@/components/ui/tables/filter-chips";
import { Time } from "@/components/ui/values/time";
import type { LiveRequest } from "@/server/trpc/types";
import { useNetwork } from "../shell/use-network";
import { ApprovalRow } from "./approval-row";

const STATES = [
  { value: "waiting", label: "Waiting" },
  { value: "approved", label: "Approved" },
  { value: "rejected", label: "Rejected" },
  { value: "expired", label: "Expired" },
] as const;

const isState = (text: string | null) => STATES.some(({ value }) => value === text);

export function ApprovalsPage() {
  const trpc = useTRPC();
  const { place, values } = useNetwork();
  const wanted = values.get("state");
  const approvals = useQuery(trpc.network.approvals.list.queryOptions(place));
  const requests = useQuery(trpc.network.approvals.liveRequests.queryOptions(place));
  const failed = [approvals, requests].find(({ isError, data }) => isError && !data);
  const isThere = approvals.data !== undefined && requests.data !== undefined;
  const shown = approvals.data?.filter(({ state }) => !isState(wanted) || state === wanted) ?? [];
  const asking = (!isState(wanted) || wanted === "waiting" ? requests.data : null) ?? [];
  const isNothing = approvals.data?.length === 0 && requests.data?.length === 0;
  return (
    <>
      <PageHead
        title="Approvals"
        purpose="Tenants request live access. Large changes in live need two operators: one asks, another approves."
      />
      {failed?.error ? (
        <Failure what="Approvals" error={failed.error} onRetry={() => void failed.refetch()} />
      ) : isThere ? null : (
        <SkeletonRows rows={4} />
      )}
      {isThere && !isNothing ? (
        <div className="mb-4">
          <FilterChips label="State" name="state" options={STATES} />
        </div>
      ) : null}
      {isThere && isNothing ? (
        <Empty icon={UserCheck} title="No requests yet">
          Requests for live access, fundings, reversals, payouts given back, and payment files above the day’s limit,
          and higher tiers of live tenants wait here.
        </Empty>
      ) : null}
      {isThere && !isNothing && shown.length + asking.length === 0 ? (
        <Empty icon={UserCheck} title={`No ${wanted} requests`}>
          Clear the filter to see the others.
        </Empty>
      ) : null}
      {isThere && shown.length + asking.length > 0 ? (
        <ul className="max-w-[55rem] divide-y divide-line rounded-8 border border-line">
          {asking.map((request) => (
            <LiveRequestRow key={request.slug} request={request} />
          ))}
          {shown.map((approval) => (
            <ApprovalRow key={approval.id} approval={approval} />
          ))}
        </ul>
      ) : null}
    </>
  );
}

function LiveRequestRow({ request }: { readonly request: LiveRequest }) {
  const { at } = useNetwork();
  const { slug, title, askedAt } = request;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 px-4 py-3 text-14">
      <span className="min-w-0">
        <span className="block font-medium wrap-anywhere">Live access for {title}</span>
        <span className="block text-13 wrap-anywhere text-muted">
          Requested <Time at={askedAt} as="relative" />
        </span>
      </span>
      <LinkButton href={at(`/network/tenants/${slug}`)}>
        Review<span className="sr-only"> {title}</span>
      </LinkButton>
    </li>
  );
}
