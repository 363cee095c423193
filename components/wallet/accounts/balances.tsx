"use client";

import { clsx } from "clsx";
import { formatMoney, Money } from "@/components/shared/money/money";
import { Skeleton } from "@/components/ui/feedback/states";
import { useLocale } from "@/components/ui/values/locale";
import type { Account } from "@/server/trpc/types";

function Held({ account }: { readonly account: Account }) {
  if (account.held === 0) return <>Nothing on hold</>;
  return (
    <>
      <Money amount={account.held} currency={account.currency} /> held
    </>
  );
}

/** The largest text size in which this many characters fit; a character is 0.57 em wide. */
function sizeOf(characters: number): string {
  if (characters <= 8) return "text-40";
  if (characters <= 13) return "text-28 @min-[18.5rem]:text-40";
  if (characters <= 16) return "text-20 @min-[16.5rem]:text-28 @min-[23.5rem]:text-40";
  return "text-20 @min-[21.25rem]:text-28";
}

/** The first currency's available balance, large, with held money apart from it. Other currencies below. */
export function Balances({ accounts }: { readonly accounts: readonly Account[] }) {
  const locale = useLocale();
  const [first, ...others] = accounts;
  if (!first) return null;
  const { length } = formatMoney(first.available, first.currency, locale);
  return (
    <section aria-label="Balances" className="@container">
      <p className="text-14 text-muted">Available</p>
      <p className={clsx("font-semibold tracking-tight", sizeOf(length))}>
        <Money amount={first.available} currency={first.currency} />
      </p>
      <p className="mt-1 text-14 text-muted">
        <Held account={first} />
      </p>
      {others.length > 0 ? (
        <ul className="mt-5 divide-y divide-line border-y border-line text-14">
          {others.map((account) => (
            <li key={account.id} className="flex min-h-12 items-center justify-between gap-4 py-2">
              <span className="text-muted">
                {account.currency}
                {account.held > 0 ? (
                  <>
                    {" · "}
                    <Held account={account} />
                  </>
                ) : null}
              </span>
              <span className="font-medium">
                <Money amount={account.available} currency={account.currency} />
              </span>
            </li>
          ))}
        </ul>
      ) : null}
    </section>
  );
}

export function BalancesSkeleton() {
  return (
    <div role="status" aria-label="Loading" className="flex flex-col gap-2">
      <Skeleton className="h-5 w-20" />
      <Skeleton className="h-12 w-56" />
      <Skeleton className="h-5 w-28" />
    </div>
  );
}
