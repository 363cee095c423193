"use client";

import { useQuery } from "@tanstack/react-query";
import { clsx } from "clsx";
import { ChartColumn } from "lucide-react";
import { useSearchParams } from "next/navigation";
import { useCurrencyLens } from "@/components/shared/money/currency-lens";
import { formatMoney, Money } from "@/components/shared/money/money";
import { useTRPC } from "@/components/trpc/client";
import { LiveMark } from "@/components/trpc/live-mark";
import { Empty, Skeleton, Unread } from "@/components/ui/feedback/states";
import { Button } from "@/components/ui/forms/button";
import { Chip } from "@/components/ui/forms/chip";
import { PlainButton } from "@/components/ui/forms/plain-button";
import { PageHead, SectionHead } from "@/components/ui/layout/page-head";
import { Count } from "@/components/ui/values/count";
import { useLocale } from "@/components/ui/values/locale";
import { useToday, useZone } from "@/components/ui/values/page-clock";
import type { MonthSpending } from "@/server/trpc/types";
import { useLeadFirst } from "../accounts/use-lead-first";
import { MerchantBars } from "./merchant-bars";
import { monthBefore, nameMonth, readMonth, spendingInput } from "./spending-input";

const MERCHANTS = 20;

export function SpendingPage() {
  const trpc = useTRPC();
  const zone = useZone();
  const address = useSearchParams();
  const last = readMonth(address.get("last"));
  const spending = useQuery(trpc.wallet.spending.list.queryOptions(spendingInput(zone, last)));
  return (
    <div className="max-w-[45rem]">
      <PageHead
        title="Spending"
        purpose="What you paid merchants, less refunds."
        note={<LiveMark />}
        back={{ href: "/wallet", label: "Home" }}
      />
      {spending.data ? <Months months={spending.data} last={last} /> : null}
      <Unread what="Your spending" query={spending}>
        <Skeleton className="h-32 w-full" />
        <Skeleton className="h-64 w-full" />
      </Unread>
    </div>
  );
}

/** `history` updates the query without a server round trip; Next syncs with it. */
function go(change: Readonly<Record<string, string | null>>): void {
  const next = new URLSearchParams(window.location.search);
  for (const [name, value] of Object.entries(change)) {
    if (value === null) next.delete(name);
    else next.set(name, value);
  }
  window.history.pushState(null, "", `/wallet/spending${next.size > 0 ? `?${next}` : ""}`);
}

interface MonthsProps {
  readonly months: readonly MonthSpending[];
  readonly last: string | null;
}

function Months({ months, last }: MonthsProps) {
  const address = useSearchParams();
  const leadFirst = useLeadFirst();
  const currencies = leadFirst(currenciesOf(months), (currency) => currency);
  const lens = useCurrencyLens(currencies);
  const currency = currencies.find((known) => known === address.get("currency")) ?? lens.currency ?? currencies[0];
  const chosen = months.find(({ month }) => month === address.get("month")) ?? months[0];
  if (!chosen) return null;
  return (
    <div className="flex flex-col gap-8">
      {currencies.length > 1 && currency ? (
        <fieldset aria-label="Currency" className="flex flex-wrap gap-2">
          {currencies.map((value) => (
            <Chip
              key={value}
              isOn={value === currency}
              onClick={() => {
                lens.choose(value);
                go({ currency: value });
              }}
            >
              {value}
            </Chip>
          ))}
        </fieldset>
      ) : null}
      {currency ? (
        <>
          <div>
            <MonthColumns
              months={months}
              currency={currency}
              chosen={chosen.month}
              onChoose={(month) => go({ month })}
            />
            <OtherMonths months={months} last={last} />
          </div>
          <Chosen month={chosen} currency={currency} />
        </>
      ) : (
        <>
          <Empty icon={ChartColumn} title="Nothing spent in these months">
            Payments count here once a merchant takes them.
          </Empty>
          <OtherMonths months={months} last={last} />
        </>
      )}
    </div>
  );
}

/** The currency with the most payments first. */
function currenciesOf(months: readonly MonthSpending[]): string[] {
  const counts = new Map<string, number>();
  for (const { currencies } of months) {
    for (const { currency, payments } of currencies) counts.set(currency, (counts.get(currency) ?? 0) + payments);
  }
  return [...counts].sort(([, a], [, b]) => b - a).map(([currency]) => currency);
}

function OtherMonths({ months, last }: MonthsProps) {
  const oldest = months.at(-1);
  return (
    <div className="mt-3 flex justify-between gap-2">
      {oldest ? (
        <Button size="small" onClick={() => go({ last: monthBefore(oldest.month), month: null })}>
          Earlier months
        </Button>
      ) : null}
      {last ? (
        <Button size="small" onClick={() => go({ last: null, month: null })}>
          Latest months
        </Button>
      ) : null}
    </div>
  );
}

function Chosen({ month, currency }: { readonly month: MonthSpending; readonly currency: string }) {
  const name = nameMonth(month.month, useLocale(), { today: useToday(), width: "long" });
  const sum = month.currencies.find((own) => own.currency === currency);
  return (
    <section aria-label={name}>
      <p className="text-14 text-muted">{name}</p>
      <p className="text-40 font-semibold tracking-tight">
        <Money amount={sum?.spent ?? 0} currency={currency} />
      </p>
      <p className="mt-1 mb-6 text-14 text-muted">
        {sum ? <Count of={sum.payments} one="payment" /> : "No payments"}
        {sum && sum.held > 0 ? (
          <>
            {" · "}
            <Money amount={sum.held} currency={currency} /> more is on hold
          </>
        ) : null}
      </p>
      {month.isPartial ? (
        <p className="mb-6 text-14 text-muted">
          There were more payments than can be added up here. Only the newest 5,000 of each account count.
        </p>
      ) : null}
      {sum && sum.merchants.length > 0 ? (
        <>
          <SectionHead title="By merchant" />
          <MerchantBars spending={sum} most={MERCHANTS} />
        </>
      ) : null}
    </section>
  );
}

interface MonthColumnsProps {
  /** Newest first. */
  readonly months: readonly MonthSpending[];
  readonly currency: string;
  readonly chosen: string;
  readonly onChoose: (month: string) => void;
}

function MonthColumns({ months, currency, chosen, onChoose }: MonthColumnsProps) {
  const locale = useLocale();
  const today = useToday();
  const columns = [...months].reverse().map(({ month, currencies }) => ({
    month,
    spent: currencies.find((sum) => sum.currency === currency)?.spent ?? 0,
  }));
  const most = Math.max(...columns.map(({ spent }) => spent));
  return (
    <fieldset aria-label="Month" className="grid grid-cols-6 gap-1 sm:gap-2">
      {columns.map(({ month, spent }) => {
        const isChosen = month === chosen;
        const name = nameMonth(month, locale, { today, width: "long" });
        return (
          <PlainButton
            key={month}
            aria-pressed={isChosen}
            aria-label={`${name}: ${formatMoney(spent, currency, locale)}`}
            onClick={() => onChoose(month)}
            className="group flex flex-col items-center gap-2 rounded-8 pt-2 pb-1 transition-colors hover:bg-hover"
          >
            <span aria-hidden className="flex h-24 w-full items-end justify-center">
              <span
                className={clsx(
                  "w-7 rounded-t-4 transition-colors",
                  isChosen ? "bg-accent" : "bg-line group-hover:bg-line-strong",
                )}
                style={{ height: `${most > 0 ? Math.max(3, (spent / most) * 100) : 3}%` }}
              />
            </span>
            <span className={clsx("text-12", isChosen ? "font-semibold text-text" : "text-muted")}>
              {nameMonth(month, locale, { today, width: "short" })}
            </span>
          </PlainButton>
        );
      })}
    </fieldset>
  );
}
