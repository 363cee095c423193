"use client";

import { ChevronRight, Hourglass } from "lucide-react";
import { Link } from "@/components/ui/navigation/link";
import { useWaiting } from "../charges/use-waiting";

export function WaitingLine() {
  const { count, hasMore, only } = useWaiting();
  if (count === 0) return null;
  return (
    <Link
      href={only?.href ?? "/wallet/agreements"}
      className="flex min-h-12 animate-fade items-center gap-3 rounded-8 border border-warn bg-warn-fill px-4 py-2 text-14"
    >
      <Hourglass aria-hidden className="size-4.5 shrink-0 text-warn" strokeWidth={1.75} />
      <span className="min-w-0 flex-1 truncate font-medium">
        {only ? `Request from ${only.merchant}` : `${count}${hasMore ? "+" : ""} requests waiting`}
      </span>
      <span className="shrink-0 font-medium text-warn">Answer</span>
      <ChevronRight aria-hidden className="-ml-2 size-4 shrink-0 text-warn" />
    </Link>
  );
}
