import type { Metadata } from "next";
import { SubscriptionsPage } from "@/components/tenant/webhooks/subscriptions-page";
import { tenantPage } from "../../../../prefetched-page";

export const metadata: Metadata = { title: "Webhooks" };

export default tenantPage(SubscriptionsPage, (trpc, queries, { list }) => [
  queries.prefetchQuery(trpc.tenant.webhooks.list.queryOptions(list)),
]);
