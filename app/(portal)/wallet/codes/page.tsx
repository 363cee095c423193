import type { Metadata } from "next";
import { BY_CURSOR } from "@/components/trpc/by-cursor";
import { CodesPage } from "@/components/wallet/codes/codes-page";
import { walletPage } from "../../prefetched-page";

export const metadata: Metadata = { title: "Codes" };

export default walletPage(CodesPage, (trpc, queries) => [
  queries.prefetchInfiniteQuery(trpc.wallet.codes.list.infiniteQueryOptions({}, BY_CURSOR)),
  queries.prefetchQuery(trpc.wallet.accounts.list.queryOptions()),
]);
