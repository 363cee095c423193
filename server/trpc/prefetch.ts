import { type DehydratedState, dehydrate, QueryClient } from "@tanstack/react-query";
import { TRPCError } from "@trpc/server";
import { createTRPCOptionsProxy, type TRPCOptionsProxy } from "@trpc/tanstack-react-query";
import { createContext } from "./context";
import { type AppRouter, appRouter } from "./router";

const MISSING = ["NOT_FOUND", "BAD_REQUEST"];

export type Reading = (trpc: TRPCOptionsProxy<AppRouter>, queryClient: QueryClient) => readonly Promise<void>[];

/**
 * Reads a page's first data on the server, with the visitor's authority, so that it arrives with the page. Failed reads are
 * left out: the page asks again and shows the error.
 */
export async function prefetch(headers: Headers, read: Reading): Promise<DehydratedState> {
  return dehydrate(await readAll(headers, read));
}

/** Like `prefetch`, for a record's page. Null if the record doesn't exist for this visitor. */
export async function prefetchRecord(headers: Headers, read: Reading): Promise<DehydratedState | null> {
  const queryClient = await readAll(headers, read);
  const errors = queryClient
    .getQueryCache()
    .getAll()
    .map(({ state }) => state.error);
  // Includes malformed ids.
  const isMissing = errors.some((error) => error instanceof TRPCError && MISSING.includes(error.code));
  return isMissing ? null : dehydrate(queryClient);
}

async function readAll(headers: Headers, read: Reading): Promise<QueryClient> {
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const trpc = createTRPCOptionsProxy({ ctx: createContext(headers), router: appRouter, queryClient });
  await Promise.all(read(trpc, queryClient));
  return queryClient;
}
