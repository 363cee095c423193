"use client";

import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTRPC } from "../trpc/client";
import { networkPlaces } from "./places";
import { Shell } from "./shell";

/** Around the operators' pages. */
export function NetworkShell({ children }: { readonly children: ReactNode }) {
  const trpc = useTRPC();
  const { data: me } = useQuery(trpc.sessions.me.queryOptions());
  return (
    <Shell me={me} title="Network" home="/network" groups={networkPlaces()} isTest={false}>
      {children}
    </Shell>
  );
}
