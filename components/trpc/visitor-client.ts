import { createTRPCClient, httpBatchLink } from "@trpc/client";
import type { AppRouter } from "@/server/trpc/types";

/** For pages outside the portal: no cache, and nothing depends on who is signed in until it is called. */
export const visitorClient = createTRPCClient<AppRouter>({ links: [httpBatchLink({ url: "/api/trpc" })] });
