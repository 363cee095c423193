import { HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { headers } from "next/headers";
import { BooksPage } from "@/components/network/books/books-page";
import { type PageParams, readPlace, readValues } from "@/components/network/shell/place";
import { prefetch } from "@/server/trpc/prefetch";

export const metadata: Metadata = { title: "Books" };

interface Props {
  readonly searchParams: PageParams;
}

export default async function Page({ searchParams }: Props) {
  const values = await readValues(searchParams);
  const state = await prefetch(await headers(), (trpc, queryClient) => [
    queryClient.prefetchQuery(trpc.network.books.get.queryOptions(readPlace(values))),
    queryClient.prefetchQuery(trpc.network.books.totals.queryOptions(readPlace(values))),
  ]);
  return (
    <HydrationBoundary state={state}>
      <BooksPage />
    </HydrationBoundary>
  );
}
