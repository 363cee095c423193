import type { Metadata } from "next";
import { BY_CURSOR } from "@/components/trpc/by-cursor";
import { readFilters } from "@/components/wallet/activity/activity-filters";
import { ActivityPage } from "@/components/wallet/activity/activity-page";
import { walletPage } from "../../prefetched-page";

export const metadata: Metadata = { title: "Activity" };

export default walletPage(ActivityPage, (trpc, queries, { values }) => [
  queries.prefetchInfiniteQuery(trpc.wallet.activity.list.infiniteQueryOptions(readFilters(values), BY_CURSOR)),
  queries.prefetchQuery(trpc.wallet.accounts.list.queryOptions()),
]);
