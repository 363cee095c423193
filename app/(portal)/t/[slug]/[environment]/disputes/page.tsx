import type { Metadata } from "next";
import { DisputesPage } from "@/components/tenant/disputes/disputes-page";
import { filtersIn } from "@/components/ui/tables/list-address";
import { tenantPage } from "../../../../prefetched-page";

export const metadata: Metadata = { title: "Disputes" };

export default tenantPage(DisputesPage, (trpc, queries, { place, values, list }) => [
  queries.prefetchQuery(trpc.tenant.disputes.list.queryOptions({ state: "open", ...list })),
  // The filters show them: what comes later would move them.
  queries.prefetchQuery(trpc.tenant.disputes.count.queryOptions({ ...place, ...filtersIn(values) })),
  queries.prefetchQuery(trpc.tenant.merchants.names.queryOptions(place)),
]);
