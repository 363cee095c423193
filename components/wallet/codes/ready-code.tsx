"use client";

import { useQuery } from "@tanstack/react-query";
import { WifiOff } from "lucide-react";
import { formatMoney } from "@/components/shared/money/money";
import { useTRPC } from "@/components/trpc/client";
import { useConnection } from "@/components/ui/connection/connection";
import { Button } from "@/components/ui/forms/button";
import { Link } from "@/components/ui/navigation/link";
import { useLocale } from "@/components/ui/values/locale";
import { sayLeft, useLeft } from "@/components/ui/values/use-left";
import { usualCapOf } from "./code-caps";
import { type OwnCode, useCodeDesk } from "./use-code-desk";

export function ReadyCode() {
  const { code } = useCodeDesk();
  return code ? <Kept code={code} /> : <Offer />;
}

function Kept({ code }: { readonly code: OwnCode }) {
  const locale = useLocale();
  const { seconds } = useLeft(code.createdAt, code.expiresAt);
  const { maxAmount, account, recordId } = code;
  const upTo = maxAmount === null ? "No limit" : `Up to ${formatMoney(maxAmount, account.currency, locale)}`;
  return (
    <section aria-label="Code on this device" className="mb-4 rounded-8 border border-line bg-raised p-4 text-14">
      <p className="font-medium">A code is ready on this device</p>
      <p className="mt-1 text-muted">
        <span className="tabular-nums">
          {upTo}, {sayLeft(seconds)} left.
        </span>{" "}
        It shows without a connection while the wallet stays open. Reloading or closing the wallet loses it.{" "}
        <Link href={`/wallet/codes/${recordId}`} className="text-accent underline underline-offset-2">
          See or revoke it
        </Link>
      </p>
    </section>
  );
}

function Offer() {
  const trpc = useTRPC();
  const locale = useLocale();
  const { isMaking, makeReady } = useCodeDesk();
  const isOnline = useConnection() === "online";
  const [account] = useQuery(trpc.wallet.accounts.list.queryOptions()).data ?? [];
  const cap = account ? usualCapOf(account.currency) : 0;
  return (
    <section
      aria-label="Code for a place without a connection"
      className="mb-4 flex flex-wrap items-center justify-between gap-3 rounded-8 border border-line p-4 text-14"
    >
      <p className="min-w-0 flex-[1_1_16rem] text-muted">
        <span className="flex items-center gap-2 font-medium text-text">
          <WifiOff aria-hidden className="size-4 shrink-0" /> No signal where you’re going?
        </span>
        {account
          ? `Get a code now: one payment of up to ${formatMoney(cap, account.currency, locale)} within an hour.`
          : "Get a code now: one payment within an hour."}
      </p>
      <Button
        disabled={!account || !isOnline}
        isBusy={isMaking}
        onClick={() => (account ? void makeReady(account, cap) : undefined)}
      >
        Keep a code ready
      </Button>
    </section>
  );
}
