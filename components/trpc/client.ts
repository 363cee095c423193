"use client";

import { createTRPCClient, httpBatchLink, httpSubscriptionLink, splitLink, TRPCClientError } from "@trpc/client";
import { tap } from "@trpc/server/observable";
import { createTRPCContext } from "@trpc/tanstack-react-query";
import { noteFailure } from "@/components/ui/connection/connection";
import { onTime } from "@/components/ui/values/device-clock";
import type { AppRouter } from "@/server/trpc/types";
import { leaveUnlessSignedInSince } from "./ended-session";
import { LiveQueryClient } from "./live-query-client";
import { ownerHeaders, ownerParams, reloadForAnother } from "./page-owner";
import { secondFactorAt } from "./sign-in-again";

export { messageOf } from "./message-of";

export const { TRPCProvider, useTRPC, useTRPCClient } = createTRPCContext<AppRouter>();

const ADDRESS = "/api/trpc";
const MAX_RETRIES = 2;

type PortalError = TRPCClientError<AppRouter>;

/** An error with a code from the server: retrying wouldn't change it. */
function isRefusal(error: unknown): error is PortalError {
  return error instanceof TRPCClientError && error.data != null && error.data.code !== "temporarily_unavailable";
}

export function issuesOf(error: unknown): Readonly<Record<string, string>> {
  if (!(error instanceof TRPCClientError)) return {};
  const issues = (error as PortalError).data?.issues ?? [];
  return Object.fromEntries(issues.map(({ field, message }) => [field, message]));
}

function leaveIfSignedOut(error: unknown, leave: () => void): void {
  if (!isRefusal(error)) return;
  if (error.data?.code === "signed_in_as_another") reloadForAnother();
  if (error.data?.code === "authentication_failed") leave();
  // The user's role began to require a second factor while this page was open.
  if (error.data?.code === "second_factor_required") location.assign(secondFactorAt(location));
}

/** Checks connectivity if an error didn't come from the server. */
function noteIfLost(error: unknown): void {
  if (error instanceof TRPCClientError && error.data == null) void noteFailure();
}

export function createQueryClient(): LiveQueryClient {
  return new LiveQueryClient({
    isRefusal,
    defaultOptions: {
      queries: {
        staleTime: 5_000,
        retry: (failures, error) => {
          noteIfLost(error);
          return !isRefusal(error) && failures < MAX_RETRIES;
        },
      },
      // Answers may contain secrets, so they aren't kept after their component unmounts.
      mutations: {
        retry: false,
        gcTime: 0,
        onError: noteIfLost,
      },
    },
  });
}

export function createClient() {
  return createTRPCClient<AppRouter>({
    links: [
      // Applies to every call, however its caller handles errors.
      () =>
        ({ next, op }) => {
          const leave = leaveUnlessSignedInSince();
          return next(op).pipe(tap({ error: (error) => leaveIfSignedOut(error, leave) }));
        },
      splitLink({
        condition: ({ type }) => type === "subscription",
        true: httpSubscriptionLink({ url: ADDRESS, connectionParams: () => ownerParams() }),
        false: httpBatchLink({
          url: ADDRESS,
          maxItems: 10,
          headers: () => ownerHeaders(),
          fetch: (input, init) => onTime(() => fetch(input, init as RequestInit)),
        }),
      }),
    ],
  });
}
