import type { Metadata } from "next";
import { TenantSettingsPage } from "@/components/tenant/settings/tenant-settings-page";
import { tenantPage } from "../../../../prefetched-page";

export const metadata: Metadata = { title: "Settings" };

export default tenantPage(TenantSettingsPage, (trpc, queries, { place }) => [
  queries.prefetchQuery(trpc.tenant.brand.get.queryOptions(place)),
]);
