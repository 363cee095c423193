import { type DehydratedState, dehydrate, QueryClient } from "@tanstack/react-query";
import { createTRPCOptionsProxy, type TRPCOptionsProxy } from "@trpc/tanstack-react-query";
import { createContext } from "./context";
import { type AppRouter, appRouter } from "./router";

/**
 * What a page shows first, read on the server with the visitor's own authority, so that it arrives with the page. What
 * can't be read is left out: the page asks again by itself and says what is wrong.
 */
export async function prefetch(
  headers: Headers,
  read: (trpc: TRPCOptionsProxy<AppRouter>, queryClient: QueryClient) => readonly Promise<void>[],
): Promise<DehydratedState> {
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const trpc = createTRPCOptionsProxy({ ctx: createContext(headers), router: appRouter, queryClient });
  await Promise.all(read(trpc, queryClient));
  return dehydrate(queryClient);
}
