"use client";

import { useQuery } from "@tanstack/react-query";
import { ChevronRight, Hourglass } from "lucide-react";
import { useTRPC } from "@/components/trpc/client";
import { Link } from "@/components/ui/navigation/link";

/** Requests that wait for an answer, in one line: it leads to the one, or to the list of them. */
export function WaitingLine() {
  const trpc = useTRPC();
  const pending = useQuery(trpc.wallet.agreements.list.queryOptions({ state: "pending", limit: 20 }));
  const { items = [], next = null } = pending.data ?? {};
  const [first] = items;
  if (!first) return null;
  const isOne = items.length === 1;
  const count = next ? `${items.length}+` : items.length;
  return (
    <Link
      href={isOne ? `/wallet/agreements/${first.id}` : "/wallet/agreements"}
      className="flex min-h-12 animate-fade items-center gap-3 rounded-8 border border-warn bg-warn-fill px-4 py-2 text-14"
    >
      <Hourglass aria-hidden className="size-4.5 shrink-0 text-warn" strokeWidth={1.75} />
      <span className="min-w-0 flex-1 truncate font-medium">
        {isOne ? `Request from ${first.merchant}` : `${count} requests waiting`}
      </span>
      <span className="shrink-0 font-medium text-warn">Answer</span>
      <ChevronRight aria-hidden className="-ml-2 size-4 shrink-0 text-warn" />
    </Link>
  );
}
