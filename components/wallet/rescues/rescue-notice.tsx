"use client";

import { useQuery } from "@tanstack/react-query";
import { ChevronRight } from "lucide-react";
import { usePathname } from "next/navigation";
import { Money } from "@/components/shared/money/money";
import { useTRPC } from "@/components/trpc/client";
import { Link } from "@/components/ui/navigation/link";
import { Countdown } from "@/components/ui/values/countdown";
import type { Rescue } from "@/server/trpc/types";

/** A recent decline that the member can still allow. Shown on every page, because a cashier is waiting. */
export function RescueNotice() {
  const trpc = useTRPC();
  const pathname = usePathname();
  const rescues = useQuery(trpc.wallet.rescues.list.queryOptions(undefined, { refetchInterval: refetchEvery }));
  const waiting = (rescues.data ?? []).filter(
    ({ id, state }) => state !== "paid" && pathname !== `/wallet/activity/${id}`,
  );
  return (
    <div role="status">
      {waiting.length > 0 ? (
        <ul aria-label="Declined just now" className="mb-6 flex animate-fade flex-col gap-2">
          {waiting.map((rescue) => (
            <li key={rescue.id}>
              <Notice rescue={rescue} />
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}

function refetchEvery({ state }: { readonly state: { readonly data?: readonly unknown[] | undefined } }) {
  return state.data && state.data.length > 0 ? 15_000 : false;
}

function Notice({ rescue }: { readonly rescue: Rescue }) {
  const { id, merchant, amount, currency, title, state, declinedAt, until } = rescue;
  const isOpen = state === "open";
  return (
    <Link
      href={`/wallet/activity/${id}`}
      className="flex items-center gap-3 rounded-8 border border-warn p-4 transition-colors hover:bg-hover"
    >
      <span className="min-w-0 flex-1">
        <span className="block text-14 font-medium wrap-anywhere">
          {isOpen ? "Declined" : "Try again"}: <Money amount={amount} currency={currency} /> at {merchant}
        </span>
        <span className="mt-0.5 flex flex-wrap items-center gap-x-2 text-13">
          {isOpen ? title : state === "ended" ? "No longer allowed" : "Ask the merchant to try again"}
          <span aria-live="off">
            <Countdown from={declinedAt} until={until} />
          </span>
        </span>
      </span>
      <span className="shrink-0 text-14 font-medium text-warn">{isOpen ? "Allow it" : "Details"}</span>
      <ChevronRight aria-hidden className="-ml-2 size-4 shrink-0 text-warn" />
    </Link>
  );
}
