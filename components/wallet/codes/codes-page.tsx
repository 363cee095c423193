"use client";

import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { TicketCheck, WifiOff } from "lucide-react";
import { formatMoney, Money } from "@/components/shared/money/money";
import { PaymentWord, StatusBadge } from "@/components/shared/status/status-badge";
import { BY_CURSOR } from "@/components/trpc/by-cursor";
import { useTRPC } from "@/components/trpc/client";
import { useConnection } from "@/components/ui/connection/connection";
import { Empty, Unread } from "@/components/ui/feedback/states";
import { Button } from "@/components/ui/forms/button";
import { PageHead, ThumbAction } from "@/components/ui/layout/page-head";
import { useKnownHeads } from "@/components/ui/navigation/known-head";
import { Link } from "@/components/ui/navigation/link";
import { Older } from "@/components/ui/tables/older";
import { useLocale } from "@/components/ui/values/locale";
import { Time } from "@/components/ui/values/time";
import { formatTimeLeft, useLeft } from "@/components/ui/values/use-left";
import type { Code } from "@/server/trpc/types";
import { usualCapOf } from "./code-caps";
import { describeCode } from "./describe-code";
import { NewCode } from "./new-code";
import { type MemberCode, useCodeDesk } from "./use-code-desk";

/** The member's codes. Only the newest one's digits are available, in the open wallet. */
export function CodesPage() {
  const trpc = useTRPC();
  const locale = useLocale();
  const list = useInfiniteQuery(trpc.wallet.codes.list.infiniteQueryOptions({}, BY_CURSOR));
  const items = list.data?.pages.flatMap((page) => page.items) ?? [];
  useKnownHeads((path) => {
    const code = items.find(({ id }) => path === `/wallet/codes/${id}`);
    return code ? { title: describeCode(code, locale), below: <StatusBadge status={code.status} /> } : null;
  });
  return (
    <div className="max-w-[45rem]">
      <PageHead
        title="Codes"
        purpose="Pay without a card. Each code follows the limits you set."
        action={<NewCode />}
      />
      <ReadyCode />
      <Unread what="Your codes" query={list} rows={6} />
      {list.data && items.length === 0 ? (
        <Empty icon={TicketCheck} title="No codes yet">
          Create a code and show it to the merchant. You’ll see it here when it’s used.
        </Empty>
      ) : null}
      {items.length > 0 ? (
        <ul className="divide-y divide-line overflow-hidden rounded-8 border border-line">
          {items.map((code) => (
            <CodeRow key={code.id} code={code} />
          ))}
        </ul>
      ) : null}
      <Older hasMore={list.hasNextPage} isBusy={list.isFetchingNextPage} onMore={() => void list.fetchNextPage()} />
      <ThumbAction>
        <NewCode isLarge />
      </ThumbAction>
    </div>
  );
}

function CodeRow({ code }: { readonly code: Code }) {
  const locale = useLocale();
  const { lastUse } = code;
  return (
    <li>
      <Link
        href={`/wallet/codes/${code.id}`}
        className="flex min-h-[4.25rem] items-center gap-3 px-4 py-3 -outline-offset-2 transition-colors hover:bg-hover"
      >
        <span className="min-w-0 flex-1">
          <span className="block truncate text-14 font-medium">
            {lastUse ? lastUse.merchant : describeCode(code, locale)}
          </span>
          <span className="block truncate text-13 text-muted">
            {lastUse ? `${describeCode(code, locale)} · ` : null}
            <When code={code} />
          </span>
        </span>
        {lastUse ? (
          <span className="shrink-0 text-right">
            <span className={`block text-14 font-medium ${lastUse.isOut ? "" : "text-muted"}`}>
              <Money amount={lastUse.isOut ? -lastUse.amount : lastUse.amount} currency={lastUse.currency} />
            </span>
            <span className="block text-13 text-muted">
              {code.status === "Code Active" ? "Active" : <Word code={code} />}
            </span>
          </span>
        ) : (
          <StatusBadge status={code.status} />
        )}
      </Link>
    </li>
  );
}

function Word({ code: { lastUse } }: { readonly code: Code }) {
  return lastUse ? <PaymentWord side="payer" payment={lastUse} /> : null;
}

function When({ code }: { readonly code: Code }) {
  const expiresAt = code.status === "Code Active" && code.uses === 0 ? code.expiresAt : null;
  return (
    <>
      {expiresAt ? "Expires " : code.lastUsedAt ? "Used " : "Created "}
      <Time at={expiresAt ?? code.lastUsedAt ?? code.createdAt} as="relative" />
    </>
  );
}

function ReadyCode() {
  const { code } = useCodeDesk();
  return code ? <KeptCode code={code} /> : <ReadyCodeOffer />;
}

function KeptCode({ code }: { readonly code: MemberCode }) {
  const locale = useLocale();
  const { seconds } = useLeft(code.createdAt, code.expiresAt);
  const { maxAmount, account, recordId } = code;
  const upTo = maxAmount === null ? "No limit" : `Up to ${formatMoney(maxAmount, account.currency, locale)}`;
  return (
    <section aria-label="Code on this device" className="mb-4 rounded-8 border border-line bg-raised p-4 text-14">
      <p className="font-medium">A code is ready on this device</p>
      <p className="mt-1 text-muted">
        <span className="tabular-nums">
          {upTo}, {formatTimeLeft(seconds)} left.
        </span>{" "}
        It shows without a connection while the wallet stays open. Reloading or closing the wallet loses it.{" "}
        <Link href={`/wallet/codes/${recordId}`} className="text-accent underline underline-offset-2">
          See or revoke it
        </Link>
      </p>
    </section>
  );
}

function ReadyCodeOffer() {
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
