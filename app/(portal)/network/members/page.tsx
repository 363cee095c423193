import type { Metadata } from "next";
import { MembersPage } from "@/components/network/members/members-page";
import { networkPage } from "../../prefetched-page";

export const metadata: Metadata = { title: "Members" };

export default networkPage(MembersPage, (trpc, queries, { list }) => [
  queries.prefetchQuery(trpc.network.members.list.queryOptions(list)),
]);
