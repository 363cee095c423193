import type { Metadata } from "next";
import { AuthorizationsPage } from "@/components/tenant/authorizations/authorizations-page";
import { filtersIn } from "@/components/ui/tables/list-address";
import { tenantPage } from "../../../../prefetched-page";

export const metadata: Metadata = { title: "Authorizations" };

export default tenantPage(AuthorizationsPage, (trpc, queries, { place, values, list }) => [
  queries.prefetchQuery(trpc.tenant.authorizations.list.queryOptions(list)),
  queries.prefetchQuery(trpc.tenant.authorizations.sum.queryOptions({ ...place, ...filtersIn(values) })),
  queries.prefetchQuery(trpc.tenant.merchants.names.queryOptions(place)),
]);
