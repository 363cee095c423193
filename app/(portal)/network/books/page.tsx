import type { Metadata } from "next";
import { BooksPage } from "@/components/network/books/books-page";
import { networkPage } from "../../prefetched-page";

export const metadata: Metadata = { title: "Books" };

export default networkPage(BooksPage, (trpc, queries, { place }) => [
  queries.prefetchQuery(trpc.network.books.get.queryOptions(place)),
  queries.prefetchQuery(trpc.network.books.totals.queryOptions(place)),
]);
