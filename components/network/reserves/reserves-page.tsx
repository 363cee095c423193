"use client";

import { useQuery } from "@tanstack/react-query";
import { Scale } from "lucide-react";
import { Money } from "@/components/shared/money/money";
import { useTRPC } from "@/components/trpc/client";
import { Empty, Failure, SkeletonRows } from "@/components/ui/feedback/states";
import { DownloadButton } from "@/components/ui/forms/download-button";
import { PageHead, SectionHead } from "@/components/ui/layout/page-head";
import { DayField } from "@/components/ui/tables/day-field";
import { Filters } from "@/components/ui/tables/filters";
import { useNow } from "@/components/ui/values/page-clock";
import { Day } from "@/components/ui/values/time";
import { calendarDay } from "@/server/contracts/calendar-days";
import type { CurrencyReserves } from "@/server/trpc/types";
import { useNetwork } from "../shell/use-network";
import { readReservesDay } from "./reserves-day";

const OWED = [
  ["members", "To members"],
  ["merchants", "To merchants"],
  ["floats", "Floats of tenants"],
  ["fees", "Fees"],
] as const;

const WORDS: Readonly<Record<CurrencyReserves["differences"][number]["name"], readonly [what: string, why: string]>> = {
  beforeStatements: ["Before the first statement", "What the account had when statements began."],
  gaps: ["Gaps between statements", "A closing balance that isn’t the next opening one. Import what is missing."],
  unassigned: ["Lines not assigned", "Money that came without a reference. Assign it on Bank."],
  sentBack: ["Sent back", "Lines that go back to their sender."],
  other: ["Other lines", "The bank’s own fees and interest."],
  payoutsUnderWay: ["Payouts under way", "Left the books; the bank hasn’t paid yet."],
  assignedLater: ["Assigned after this midnight", "Lines from before it that funded an account later."],
  withoutLine: ["Fundings without a line", "Money in the books that no statement shows."],
  unexplained: ["Unexplained", "Prove the books: a posting is wrong."],
};

export function ReservesPage() {
  const trpc = useTRPC();
  const { place, values } = useNetwork();
  const today = calendarDay(new Date(useNow(60_000)), "UTC");
  const day = readReservesDay(values);
  const reserves = useQuery(trpc.network.books.reserves.queryOptions({ ...place, ...day }));
  const shown = reserves.data?.currencies.filter(hasMoney);
  const file = reserves.data ? (
    <DownloadButton name={`reserves-${day.day ?? today}.csv`} text={reserves.data.csv}>
      Download CSV
    </DownloadButton>
  ) : null;
  return (
    <>
      <PageHead title="Reserves" purpose="What is owed as a UTC day begins, and where the money lies." action={file} />
      <div className="mb-6 empty:hidden lg:hidden">{file}</div>
      <Filters first={<DayField label="Day" name="day" today={today} />} />
      {reserves.isPending ? <SkeletonRows rows={6} /> : null}
      {reserves.error ? (
        <Failure what="Reserves" error={reserves.error} onRetry={() => void reserves.refetch()} />
      ) : null}
      {shown?.length === 0 ? (
        <Empty icon={Scale} title="Nothing owed">
          As this day began, nobody was owed anything, and nothing lay at the bank.
        </Empty>
      ) : null}
      <div className="mt-6 flex flex-col gap-10">
        {shown?.map((each) => (
          <Currency key={each.currency} reserves={each} />
        ))}
      </div>
    </>
  );
}

function hasMoney({ owed, bank, differences }: CurrencyReserves): boolean {
  return owed !== 0 || bank !== 0 || differences.some(({ amount }) => amount !== 0);
}

function Currency({ reserves }: { readonly reserves: CurrencyReserves }) {
  const { currency, owed, bank, statedUntil, differences } = reserves;
  const named = differences.filter(({ amount, name }) => amount !== 0 || name === "unexplained");
  return (
    <section className="max-w-2xl">
      <SectionHead title={currency} />
      <dl className="rounded-8 border border-line bg-surface px-4 py-2">
        {OWED.map(([name, label]) => (
          <Row key={name} label={label} amount={reserves[name]} currency={currency} />
        ))}
        <Row label="Owed in all" amount={owed} currency={currency} isSum />
        {named.map(({ name, amount }) => (
          <Row
            key={name}
            label={WORDS[name][0]}
            note={amount === 0 ? undefined : WORDS[name][1]}
            amount={amount}
            currency={currency}
            isBad={name === "unexplained" && amount !== 0}
          />
        ))}
        <Row
          label="At the bank"
          note={
            statedUntil === null ? (
              "No statement yet."
            ) : (
              <>
                By statements up to <Day day={statedUntil} as="utc" />.
              </>
            )
          }
          amount={bank}
          currency={currency}
          isSum
        />
      </dl>
    </section>
  );
}

interface RowProps {
  readonly label: string;
  readonly note?: React.ReactNode;
  readonly amount: number;
  readonly currency: string;
  readonly isSum?: boolean;
  readonly isBad?: boolean;
}

function Row({ label, note, amount, currency, isSum = false, isBad = false }: RowProps) {
  return (
    <div
      className={`flex items-baseline justify-between gap-4 py-2 text-14 ${isSum ? "border-t border-line font-medium" : ""} ${isBad ? "text-bad" : ""}`}
    >
      <dt className="min-w-0">
        {label}
        {note ? <span className="block text-13 font-normal text-muted">{note}</span> : null}
      </dt>
      <dd className="shrink-0 tabular-nums">
        <Money amount={amount} currency={currency} />
      </dd>
    </div>
  );
}
