import type { Metadata } from "next";
import { OverviewPage } from "@/components/network/overview/overview-page";
import { periodOf } from "@/components/shared/overview/period";
import { networkPage } from "../../prefetched-page";

export const metadata: Metadata = { title: "Overview" };

export default networkPage(OverviewPage, (trpc, queries, { place, values }) => {
  const period = periodOf(values.get("period"), "24h");
  return [
    queries.prefetchQuery(trpc.network.overview.get.queryOptions({ ...place, period })),
    queries.prefetchQuery(trpc.network.approvals.list.queryOptions({ environment: "live" })),
    queries.prefetchQuery(trpc.network.approvals.liveRequests.queryOptions(place)),
  ];
});
