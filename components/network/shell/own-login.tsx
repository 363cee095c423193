"use client";

import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTRPC } from "@/components/trpc/client";

export function useIsDemo(): boolean {
  const trpc = useTRPC();
  return useQuery(trpc.shared.sessions.me.queryOptions()).data?.isShared ?? false;
}

/** Hides what the server refuses to demo logins, except for sandbox records. */
export function OwnLoginOnly({
  isSandbox = false,
  children,
}: {
  readonly isSandbox?: boolean;
  readonly children: ReactNode;
}) {
  return useIsDemo() && !isSandbox ? null : children;
}

export function DemoNote() {
  if (!useIsDemo()) return null;
  return (
    <p className="mb-6 max-w-[45rem] text-14 text-muted">
      This is a shared demo login: it sees everything, proves the books, and moves sandbox members’ money. For the rest,
      create your own with <code translate="no">npm run operator:create</code>.
    </p>
  );
}
