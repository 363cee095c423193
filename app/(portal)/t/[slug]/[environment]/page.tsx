import type { Metadata } from "next";
import { periodOf } from "@/components/shared/overview/period";
import { OverviewPage } from "@/components/tenant/overview/overview-page";
import { tenantPage } from "../../../prefetched-page";

export const metadata: Metadata = { title: "Overview" };

export default tenantPage(OverviewPage, (trpc, queries, { place, values }) => [
  // Rendered above the numbers, so loading it later would shift the layout.
  queries.prefetchQuery(trpc.tenant.firstRun.state.queryOptions(place)),
  queries.prefetchQuery(trpc.tenant.overview.get.queryOptions({ ...place, period: periodOf(values.get("period")) })),
]);
