import type { Metadata } from "next";
import { ChargeRequestsPage } from "@/components/tenant/charge-requests/charge-requests-page";
import { tenantPage } from "../../../../prefetched-page";

export const metadata: Metadata = { title: "Charge requests" };

export default tenantPage(ChargeRequestsPage, (trpc, queries, { place, list }) => [
  queries.prefetchQuery(trpc.tenant.chargeRequests.list.queryOptions(list)),
  queries.prefetchQuery(trpc.tenant.merchants.names.queryOptions(place)),
]);
