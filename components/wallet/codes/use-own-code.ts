"use client";

import { useQuery } from "@tanstack/react-query";
import { useTRPC } from "@/components/trpc/client";
import type { Activity, Code } from "@/server/trpc/types";
import type { MemberCode } from "./use-code-desk";

interface State {
  /** The approved payment. Null: none yet. */
  readonly use: Activity | null;
  readonly status: Code["status"] | null;
}

/** The code's state by the server, refetched on live updates. */
export function useOwnCode({ recordId }: Pick<MemberCode, "recordId">): State {
  const trpc = useTRPC();
  const { data } = useQuery(trpc.wallet.codes.get.queryOptions({ id: recordId }));
  return { use: data?.lastUse ?? null, status: data?.status ?? null };
}
