"use client";

import { useQuery } from "@tanstack/react-query";
import { Landmark } from "lucide-react";
import { useTRPC } from "@/components/trpc/client";
import { Empty, Unread } from "@/components/ui/feedback/states";
import { SectionHead } from "@/components/ui/layout/page-head";
import { type Column, DataTable } from "@/components/ui/tables/data-table";
import { useNow } from "@/components/ui/values/page-clock";
import { Time } from "@/components/ui/values/time";
import type { NetworkBankAccount } from "@/server/trpc/types";
import { OwnLoginOnly } from "../shell/own-login";
import { useNetwork } from "../shell/use-network";
import { CsvColumns } from "./csv-columns";

const inFours = (number: string) => number.replace(/(.{4})(?=.)/g, "$1 ");

const COLUMNS: readonly Column<NetworkBankAccount>[] = [
  {
    id: "currency",
    minWidth: 90,
    header: "Currency",
    cell: ({ currency }) => <span className="font-medium">{currency}</span>,
  },
  { id: "holder", minWidth: 170, isText: true, header: "Holder", cell: ({ holder }) => holder },
  {
    id: "number",
    minWidth: 250,
    header: "Number",
    cell: ({ accountNumber }) => (
      <span translate="no" className="tabular-nums">
        {inFours(accountNumber)}
      </span>
    ),
  },
  {
    id: "bank",
    minWidth: 170,
    isText: true,
    header: "Bank",
    cell: ({ bankName, bankCode }) => (bankCode ? `${bankName}, ${bankCode}` : bankName),
  },
  {
    id: "columns",
    minWidth: 120,
    header: "CSV files",
    cell: (account) => (
      <OwnLoginOnly>
        <CsvColumns account={account} />
      </OwnLoginOnly>
    ),
  },
  { id: "since", minWidth: 140, header: "In use", cell: ({ worksFrom }) => <InUse from={worksFrom} /> },
];

function InUse({ from }: { readonly from: string }) {
  const isWaiting = new Date(from).getTime() > useNow(60_000);
  return (
    <>
      {isWaiting ? "from " : "since "}
      <Time at={from} as="relative" />
    </>
  );
}

export function BankAccounts() {
  const trpc = useTRPC();
  const { place } = useNetwork();
  const accounts = useQuery(trpc.network.bank.accounts.queryOptions(place));
  return (
    <section>
      <SectionHead title="Accounts" />
      <Unread what="The bank accounts" query={accounts} rows={2} />
      {accounts.data?.length === 0 ? (
        <Empty icon={Landmark} title="No bank account yet">
          Set the account that holds the money of a currency. Wallets then show where to send money.
        </Empty>
      ) : null}
      {accounts.data && accounts.data.length > 0 ? (
        <DataTable
          label="Bank accounts"
          columns={COLUMNS}
          rows={accounts.data}
          keyOf={({ id }) => id}
          listRow={({ currency, holder, accountNumber, worksFrom }) => (
            <>
              <span className="flex items-center justify-between gap-3 text-14 font-medium">
                <span className="min-w-0 truncate">{holder}</span>
                {currency}
              </span>
              <span className="mt-1 flex flex-wrap justify-between gap-x-3 text-13 text-muted">
                <span translate="no" className="tabular-nums">
                  {inFours(accountNumber)}
                </span>
                <span>
                  <InUse from={worksFrom} />
                </span>
              </span>
            </>
          )}
        />
      ) : null}
    </section>
  );
}
