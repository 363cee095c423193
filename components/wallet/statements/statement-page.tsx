"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { Download, Printer } from "lucide-react";
import { Money } from "@/components/shared/money/money";
import { messageOf, useTRPC, useTRPCClient } from "@/components/trpc/client";
import { Empty, Unread } from "@/components/ui/feedback/states";
import { toast } from "@/components/ui/feedback/toast";
import { Button } from "@/components/ui/forms/button";
import { saveText } from "@/components/ui/forms/download-button";
import { PageHead } from "@/components/ui/layout/page-head";
import { type Column, DataTable } from "@/components/ui/tables/data-table";
import { Fact, Facts } from "@/components/ui/tables/facts";
import { useLocale } from "@/components/ui/values/locale";
import { Day } from "@/components/ui/values/time";
import { calendarDay } from "@/server/contracts/calendar-days";
import type { AccountIdText, MemberStatement } from "@/server/trpc/types";
import { nameMonth } from "../spending/spending-input";

const WORDS: Readonly<Record<string, string>> = {
  funding: "Money added",
  funding_reversal: "Money taken back",
  capture: "Payment",
  refund: "Refund",
  payout: "Paid out to you",
  payout_fee: "Fee for a payout",
  payout_return: "Payout that came back",
};

type Entry = MemberStatement["entries"][number] & { readonly currency: string; readonly day: string };

const COLUMNS: readonly Column<Entry>[] = [
  { id: "day", minWidth: 130, header: "Day", cell: ({ day }) => <Day day={day} as="utc" /> },
  { id: "what", minWidth: 200, isText: true, header: "What", cell: (entry) => <What entry={entry} /> },
  {
    id: "amount",
    minWidth: 120,
    header: "Amount",
    isNumeric: true,
    cell: ({ amount, currency }) => <Money amount={amount} currency={currency} />,
  },
  {
    id: "balance",
    minWidth: 120,
    header: "Balance",
    isNumeric: true,
    cell: ({ balance, currency }) => <Money amount={balance} currency={currency} />,
  },
];

function What({ entry: { kind, merchantName } }: { readonly entry: Entry }) {
  const word = WORDS[kind] ?? "Other";
  return merchantName ? (
    <>
      {merchantName}
      {kind === "capture" ? null : <span className="text-muted"> · {word}</span>}
    </>
  ) : (
    word
  );
}

interface StatementPageProps {
  readonly account: string;
  readonly month: string;
}

/** A month of one account. It prints as it stands; its file has every entry. */
export function StatementPage(input: StatementPageProps) {
  const trpc = useTRPC();
  const locale = useLocale();
  const asked = input as StatementPageProps & { readonly account: AccountIdText };
  const statement = useQuery(trpc.wallet.statements.get.queryOptions(asked));
  // Printed, it is kept beyond this year.
  const name = nameMonth(input.month, locale, { today: "", width: "long" });
  return (
    <div className="max-w-[45rem]">
      <PageHead
        title={`Statement of ${name}`}
        {...(statement.data ? { purpose: `${statement.data.currency}. Days in ${statement.data.timeZone}.` } : {})}
        back={{ href: "/wallet/statements", label: "Statements" }}
      />
      <Unread what="This statement" query={statement} rows={6} />
      {statement.data ? <Shown statement={statement.data} /> : null}
    </div>
  );
}

function Shown({ statement }: { readonly statement: MemberStatement }) {
  const { currency, timeZone, opening, closing, entries, hasMore } = statement;
  const rows = entries.map((entry) => ({
    ...entry,
    currency,
    day: calendarDay(new Date(entry.createdAt ?? 0), timeZone),
  }));
  return (
    <>
      <div className="mb-6 flex flex-wrap gap-2 print:hidden">
        <Button onClick={() => window.print()}>
          <Printer aria-hidden className="size-4" /> Print
        </Button>
        <Save statement={statement} />
      </div>
      <Facts>
        <Fact label="At the beginning">
          <Money amount={opening} currency={currency} />
        </Fact>
        <Fact label="At the end">
          <strong className="font-semibold">
            <Money amount={closing} currency={currency} />
          </strong>
        </Fact>
      </Facts>
      {hasMore ? <p className="mt-6 text-14 text-muted">Only the newest entries are shown. The file has all.</p> : null}
      <div className="mt-6">
        {rows.length > 0 ? (
          <DataTable
            label="Entries"
            columns={COLUMNS}
            rows={rows}
            keyOf={({ id }) => id}
            listRow={(entry) => <ListRow entry={entry} />}
          />
        ) : (
          <Empty icon={Printer} title="Nothing moved">
            No money came in or left in this month.
          </Empty>
        )}
      </div>
    </>
  );
}

function ListRow({ entry }: { readonly entry: Entry }) {
  return (
    <span className="flex items-center justify-between gap-4 text-14">
      <span className="min-w-0">
        <span className="block wrap-anywhere">
          <What entry={entry} />
        </span>
        <span className="block text-13 text-muted">
          <Day day={entry.day} as="utc" />
        </span>
      </span>
      <span className="shrink-0 text-right">
        <Money amount={entry.amount} currency={entry.currency} />
        <span className="block text-13 text-muted">
          <Money amount={entry.balance} currency={entry.currency} />
        </span>
      </span>
    </span>
  );
}

function Save({ statement: { account, month } }: { readonly statement: MemberStatement }) {
  const { statements } = useTRPCClient().wallet;
  const save = useMutation({
    mutationFn: async () => {
      let text = "";
      for (let after: string | null | undefined; after !== null; ) {
        const part: { text: string; after: string | null } = await statements.csv.query({
          account,
          month,
          ...(after === undefined ? {} : { after }),
        });
        text += part.text;
        after = part.after;
      }
      saveText(`statement-${month}.csv`, text);
    },
    onError: (error) => toast.error(messageOf(error)),
  });
  return (
    <Button isBusy={save.isPending} onClick={() => save.mutate()}>
      <Download aria-hidden className="size-4" /> Download CSV
    </Button>
  );
}
