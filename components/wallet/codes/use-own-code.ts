"use client";

import { useQuery } from "@tanstack/react-query";
import { useTRPC } from "@/components/trpc/client";
import type { Activity, Code } from "@/server/trpc/types";
import type { OwnCode } from "./use-code-desk";

interface State {
  /** The payment that was approved with it; null: none yet. */
  readonly use: Activity | null;
  /** Null: not known yet. */
  readonly status: Code["status"] | null;
}

/** What became of a code, as the server says; read anew whenever it says that something changed. */
export function useOwnCode({ recordId }: Pick<OwnCode, "recordId">): State {
  const trpc = useTRPC();
  const { data } = useQuery(trpc.wallet.codes.get.queryOptions({ id: recordId }));
  return { use: data?.lastUse ?? null, status: data?.status ?? null };
}
