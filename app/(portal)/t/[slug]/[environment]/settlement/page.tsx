import type { Metadata } from "next";
import { SettlementPage } from "@/components/tenant/settlement/settlement-page";
import { tenantPage } from "../../../../prefetched-page";

export const metadata: Metadata = { title: "Settlement" };

export default tenantPage(SettlementPage, (trpc, queries, { place, list }) => [
  queries.prefetchQuery(trpc.tenant.settlement.list.queryOptions(list)),
  queries.prefetchQuery(trpc.tenant.settlement.money.queryOptions(place)),
]);
