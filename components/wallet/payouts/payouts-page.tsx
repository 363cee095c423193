"use client";

import { useQuery } from "@tanstack/react-query";
import { ArrowUpFromLine } from "lucide-react";
import { Money } from "@/components/shared/money/money";
import { StatusBadge } from "@/components/shared/status/status-badge";
import { useTRPC } from "@/components/trpc/client";
import { Empty, Unread } from "@/components/ui/feedback/states";
import { PageHead } from "@/components/ui/layout/page-head";
import { Time } from "@/components/ui/values/time";
import type { OwnPayout } from "@/server/trpc/types";
import { PayOut } from "./pay-out";

/** What became of it, in the member's words. */
function Note({ payout: { last4, status, fee, currency } }: { readonly payout: OwnPayout }) {
  const isBack = status === "returned" || status === "failed";
  return (
    <>
      {last4 ? `To the account ending in ${last4}. ` : ""}
      {isBack ? "The money is on your balance again. " : ""}
      {fee > 0 ? (
        <>
          Fee <Money amount={fee} currency={currency} />.
        </>
      ) : null}
    </>
  );
}

export function PayoutsPage() {
  const trpc = useTRPC();
  const payouts = useQuery(trpc.wallet.payouts.list.queryOptions());
  return (
    <div className="max-w-[45rem]">
      <PageHead title="Payouts" purpose="Your money, sent to your bank." action={<PayOut />} />
      <div className="mb-6 empty:hidden lg:hidden">
        <PayOut />
      </div>
      <Unread what="Your payouts" query={payouts} rows={3} />
      {payouts.data?.length === 0 ? (
        <Empty icon={ArrowUpFromLine} title="No payouts yet">
          What you send to your bank appears here.
        </Empty>
      ) : null}
      {payouts.data && payouts.data.length > 0 ? (
        <ul className="divide-y divide-line rounded-8 border border-line">
          {payouts.data.map((payout) => (
            <li key={payout.id} className="flex items-start justify-between gap-4 px-4 py-3 text-14">
              <span className="min-w-0">
                <span className="block font-medium">
                  <Time at={payout.createdAt} as="relative" />
                </span>
                <span className="block text-13 text-muted">
                  <Note payout={payout} />
                </span>
              </span>
              <span className="flex shrink-0 flex-col items-end gap-1">
                <span className="font-medium">
                  <Money amount={payout.amount} currency={payout.currency} />
                </span>
                <StatusBadge status={payout.status} />
              </span>
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}
