import type { Metadata } from "next";
import { FloatsPage } from "@/components/tenant/floats/floats-page";
import { tenantPage } from "../../../../prefetched-page";

export const metadata: Metadata = { title: "Floats" };

export default tenantPage(FloatsPage, (trpc, queries, { place }) => [
  queries.prefetchQuery(trpc.tenant.floats.list.queryOptions(place)),
]);
