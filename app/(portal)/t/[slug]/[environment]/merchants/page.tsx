import type { Metadata } from "next";
import { MerchantsPage } from "@/components/tenant/merchants/merchants-page";
import { tenantPage } from "../../../../prefetched-page";

export const metadata: Metadata = { title: "Merchants" };

export default tenantPage(MerchantsPage, (trpc, queries, { list }) => [
  queries.prefetchQuery(trpc.tenant.merchants.list.queryOptions(list)),
]);
