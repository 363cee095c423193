import type { Metadata } from "next";
import { EnginePage } from "@/components/network/engine/engine-page";
import { networkPage } from "../../prefetched-page";

export const metadata: Metadata = { title: "Engine" };

export default networkPage(EnginePage, (trpc, queries, { place, list }) => [
  queries.prefetchQuery(trpc.network.engine.get.queryOptions(place)),
  queries.prefetchQuery(trpc.network.engine.runs.queryOptions({ state: "unfinished", ...list })),
]);
