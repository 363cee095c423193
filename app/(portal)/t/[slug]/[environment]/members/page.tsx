import type { Metadata } from "next";
import { MembersPage } from "@/components/tenant/members/members-page";
import { tenantPage } from "../../../../prefetched-page";

export const metadata: Metadata = { title: "Members" };

export default tenantPage(MembersPage, (trpc, queries, { list }) => [
  queries.prefetchQuery(trpc.tenant.members.list.queryOptions(list)),
]);
