import type { Metadata } from "next";
import { DisputesPage } from "@/components/tenant/disputes/disputes-page";
import { tenantPage } from "../../../../prefetched-page";

export const metadata: Metadata = { title: "Disputes" };

export default tenantPage(DisputesPage, (trpc, queries, { list }) => [
  queries.prefetchQuery(trpc.tenant.disputes.list.queryOptions({ state: "open", ...list })),
]);
