import type { Metadata } from "next";
import { TenantsPage } from "@/components/network/tenants/tenants-page";
import { networkPage } from "../prefetched-page";

export const metadata: Metadata = { title: "Tenants" };

export default networkPage(TenantsPage, (trpc, queries, { list }) => [
  queries.prefetchQuery(trpc.network.tenants.list.queryOptions(list)),
]);
