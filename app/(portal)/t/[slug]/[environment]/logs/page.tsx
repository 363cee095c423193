import type { Metadata } from "next";
import { RequestsPage } from "@/components/tenant/requests/requests-page";
import { tenantPage } from "../../../../prefetched-page";

export const metadata: Metadata = { title: "Request log" };

export default tenantPage(RequestsPage, (trpc, queries, { place, values, list }) => {
  const period = values.get("period") === "week" ? "week" : "day";
  return [
    queries.prefetchQuery(trpc.tenant.requests.errors.queryOptions({ ...place, period })),
    queries.prefetchQuery(trpc.tenant.requests.list.queryOptions(list)),
  ];
});
