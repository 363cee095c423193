import type { Metadata } from "next";
import { ExportsPage } from "@/components/tenant/exports/exports-page";
import { tenantPage } from "../../../../prefetched-page";

export const metadata: Metadata = { title: "Exports" };

export default tenantPage(ExportsPage, (trpc, queries, { list }) => [
  queries.prefetchQuery(trpc.tenant.exports.list.queryOptions(list)),
]);
