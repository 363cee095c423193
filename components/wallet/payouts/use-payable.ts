"use client";

import { useQuery } from "@tanstack/react-query";
import { useTRPC } from "@/components/trpc/client";
import type { Account, PayoutTerms } from "@/server/trpc/types";

interface Payable {
  readonly account: Account;
  readonly terms: PayoutTerms;
}

/** The member's accounts in currencies that are paid out. */
export function usePayable(): readonly Payable[] {
  const trpc = useTRPC();
  const accounts = useQuery(trpc.wallet.accounts.list.queryOptions()).data ?? [];
  const terms = useQuery(trpc.wallet.payouts.terms.queryOptions()).data ?? [];
  return accounts.flatMap((account) => {
    const own = terms.find(({ currency }) => currency === account.currency);
    return own ? [{ account, terms: own }] : [];
  });
}
