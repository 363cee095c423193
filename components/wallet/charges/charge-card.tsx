"use client";

import { ChevronRight } from "lucide-react";
import { Money } from "@/components/shared/money/money";
import { Link } from "@/components/ui/navigation/link";
import type { Charge } from "@/server/trpc/types";
import { WhyAsked } from "./why-asked";

export function ChargeCard({ charge }: { readonly charge: Charge }) {
  const { id, merchant, amount, currency, description } = charge;
  return (
    <Link
      href={`/wallet/agreements/charges/${id}`}
      className="flex items-center gap-3 rounded-8 border border-warn bg-warn-fill p-4"
    >
      <span className="min-w-0 flex-1">
        <span className="block text-14 font-medium wrap-anywhere">
          {merchant} wants to charge you <Money amount={amount} currency={currency} />
        </span>
        <span className="mt-0.5 line-clamp-2 text-13 wrap-anywhere">{description}</span>
        <span className="block text-13">
          <WhyAsked charge={charge} />
        </span>
      </span>
      <span className="shrink-0 text-14 font-medium text-warn">Answer</span>
      <ChevronRight aria-hidden className="-ml-2 size-4 shrink-0 text-warn" />
    </Link>
  );
}
