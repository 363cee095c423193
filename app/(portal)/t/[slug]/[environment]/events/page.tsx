import type { Metadata } from "next";
import { EventsPage } from "@/components/tenant/events/events-page";
import { tenantPage } from "../../../../prefetched-page";

export const metadata: Metadata = { title: "Events" };

export default tenantPage(EventsPage, (trpc, queries, { list }) => [
  queries.prefetchQuery(trpc.tenant.webhooks.events.queryOptions(list)),
]);
