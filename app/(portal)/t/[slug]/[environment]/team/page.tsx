import type { Metadata } from "next";
import { TeamPage } from "@/components/tenant/team/team-page";
import { tenantPage } from "../../../../prefetched-page";

export const metadata: Metadata = { title: "Team" };

export default tenantPage(TeamPage, (trpc, queries, { place }) => [
  queries.prefetchQuery(trpc.tenant.team.list.queryOptions(place)),
]);
