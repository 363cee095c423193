"use client";

import { useQuery } from "@tanstack/react-query";
import { Money } from "@/components/shared/money/money";
import { useTRPC } from "@/components/trpc/client";
import { SectionHead } from "@/components/ui/layout/page-head";
import { Link } from "@/components/ui/navigation/link";
import { useLocale } from "@/components/ui/values/locale";
import { useToday, useZone } from "@/components/ui/values/page-clock";
import type { MonthSpending } from "@/server/trpc/types";
import { useLeadFirst } from "../accounts/use-lead-first";
import { MerchantBars } from "./merchant-bars";
import { monthInput, nameMonth } from "./spending-input";

const MERCHANTS = 3;

export function SpendingCard() {
  const trpc = useTRPC();
  const locale = useLocale();
  const today = useToday();
  const spending = useQuery(trpc.wallet.spending.list.queryOptions(monthInput(useZone())));
  const [month] = spending.data ?? [];
  // Errors are shown on the spending page only.
  if (!month) return null;
  return (
    <section>
      <SectionHead title={`Spent in ${nameMonth(month.month, locale, { today, width: "long" })}`}>
        <Link href="/wallet/spending" className="text-14 font-medium text-accent hover:underline">
          All spending
        </Link>
      </SectionHead>
      <Month month={month} />
    </section>
  );
}

function Month({ month: { currencies } }: { readonly month: MonthSpending }) {
  const leadFirst = useLeadFirst();
  const spent = currencies.filter((own) => own.spent > 0);
  const [first, ...others] = leadFirst(spent, ({ currency }) => currency);
  if (!first) return <p className="text-14 text-muted">Nothing yet.</p>;
  return (
    <>
      <p className="text-20 font-semibold tracking-tight">
        <Money amount={first.spent} currency={first.currency} />
      </p>
      {others.length > 0 ? (
        <p className="flex flex-wrap gap-x-3 text-14 text-muted">
          {others.map(({ currency, spent }) => (
            <Money key={currency} amount={spent} currency={currency} />
          ))}
        </p>
      ) : null}
      <div className="mt-2">
        <MerchantBars spending={first} most={MERCHANTS} />
      </div>
    </>
  );
}
