import type { Metadata } from "next";
import { BY_CURSOR } from "@/components/trpc/by-cursor";
import { AgreementsPage } from "@/components/wallet/agreements/agreements-page";
import { holdingInput } from "@/components/wallet/agreements/holding-input";
import { walletPage } from "../../prefetched-page";

export const metadata: Metadata = { title: "Agreements" };

export default walletPage(AgreementsPage, (trpc, queries) => [
  queries.prefetchInfiniteQuery(trpc.wallet.agreements.list.infiniteQueryOptions({ state: "active" }, BY_CURSOR)),
  queries.prefetchInfiniteQuery(trpc.wallet.codes.list.infiniteQueryOptions({ isUsable: true }, BY_CURSOR)),
  queries.prefetchInfiniteQuery(trpc.wallet.agreements.list.infiniteQueryOptions({ state: "ended" }, BY_CURSOR)),
  queries.prefetchQuery(trpc.wallet.activity.list.queryOptions(holdingInput)),
  queries.prefetchQuery(trpc.wallet.cards.list.queryOptions()),
]);
