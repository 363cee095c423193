import type { Metadata } from "next";
import { KeysPage } from "@/components/tenant/keys/keys-page";
import { tenantPage } from "../../../../prefetched-page";

export const metadata: Metadata = { title: "API keys" };

export default tenantPage(KeysPage, (trpc, queries, { place }) => [
  queries.prefetchQuery(trpc.tenant.keys.list.queryOptions(place)),
]);
