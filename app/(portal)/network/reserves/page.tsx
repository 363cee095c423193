import type { Metadata } from "next";
import { readReservesDay } from "@/components/network/reserves/reserves-day";
import { ReservesPage } from "@/components/network/reserves/reserves-page";
import { networkPage } from "../../prefetched-page";

export const metadata: Metadata = { title: "Reserves" };

export default networkPage(ReservesPage, (trpc, queries, { place, values }) => [
  queries.prefetchQuery(trpc.network.books.reserves.queryOptions({ ...place, ...readReservesDay(values) })),
]);
