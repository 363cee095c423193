"use client";

import { useQuery } from "@tanstack/react-query";
import { FileText } from "lucide-react";
import { Money } from "@/components/shared/money/money";
import { useTRPC } from "@/components/trpc/client";
import { Empty, Unread } from "@/components/ui/feedback/states";
import { PageHead, SectionHead } from "@/components/ui/layout/page-head";
import { Link } from "@/components/ui/navigation/link";
import { useLocale } from "@/components/ui/values/locale";
import { useToday } from "@/components/ui/values/page-clock";
import type { Statements } from "@/server/trpc/types";
import { nameMonth } from "../spending/spending-input";

export function StatementsPage() {
  const trpc = useTRPC();
  const list = useQuery(trpc.wallet.statements.list.queryOptions());
  const accounts = list.data?.filter(({ months }) => months.length > 0) ?? [];
  return (
    <div className="max-w-[45rem]">
      <PageHead
        title="Statements"
        purpose="Everything that came into your accounts and left them, by month."
        back={{ href: "/wallet/activity", label: "Activity" }}
      />
      <Unread what="Your statements" query={list} rows={4} />
      {list.data && accounts.length === 0 ? (
        <Empty icon={FileText} title="No statements yet">
          The first one begins with the first money on your account.
        </Empty>
      ) : null}
      <div className="flex flex-col gap-8">
        {accounts.map((account) => (
          <Months key={account.account} statements={account} isTitled={accounts.length > 1} />
        ))}
      </div>
    </div>
  );
}

interface MonthsProps {
  readonly statements: Statements;
  readonly isTitled: boolean;
}

function Months({ statements: { account, currency, months }, isTitled }: MonthsProps) {
  const locale = useLocale();
  const today = useToday();
  return (
    <section>
      {isTitled ? <SectionHead title={currency} /> : null}
      <ul className="divide-y divide-line border-y border-line text-14">
        {months.map(({ month, credited, debited, closing }) => (
          <li key={month}>
            <Link
              href={`/wallet/statements/${account}/${month}`}
              className="flex min-h-14 items-center justify-between gap-4 py-2 -outline-offset-2 hover:bg-hover"
            >
              <span className="min-w-0">
                <span className="block font-medium first-letter:uppercase">
                  {nameMonth(month, locale, { today, width: "long" })}
                </span>
                <span className="block text-13 text-muted">
                  <Money amount={credited} currency={currency} /> in, <Money amount={debited} currency={currency} /> out
                </span>
              </span>
              <span className="shrink-0 text-right">
                <span className="block text-13 text-muted">At the end</span>
                <Money amount={closing} currency={currency} />
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
