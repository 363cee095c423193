"use client";

import { useQuery } from "@tanstack/react-query";
import { useForm } from "@/components/shared/forms/use-form";
import { formatMoney, Money } from "@/components/shared/money/money";
import { useTRPC } from "@/components/trpc/client";
import { DialogForm } from "@/components/ui/feedback/dialog-form";
import { FormDialog } from "@/components/ui/feedback/form-dialog";
import { Unread } from "@/components/ui/feedback/states";
import { toast } from "@/components/ui/feedback/toast";
import { DayFormField } from "@/components/ui/forms/days/day-form-field";
import { comingDays } from "@/components/ui/forms/days/presets";
import { SectionHead } from "@/components/ui/layout/page-head";
import { type Column, DataTable } from "@/components/ui/tables/data-table";
import { Count, formatCount } from "@/components/ui/values/count";
import { useLocale } from "@/components/ui/values/locale";
import { useNow } from "@/components/ui/values/page-clock";
import { Day } from "@/components/ui/values/time";
import { calendarDay } from "@/server/contracts/calendar-days";
import type { DuePayouts } from "@/server/trpc/types";
import { sayWaiting } from "../approvals/say-waiting";
import { OwnLoginOnly } from "../shell/own-login";
import { useNetwork } from "../shell/use-network";

const FORMATS = { pain_001: "pain.001", csv: "CSV" } as const;

const formatOf = ({ format }: DuePayouts) => (format === null ? "No bank account" : FORMATS[format]);

function Make({ due }: { readonly due: DuePayouts }) {
  const { format } = due;
  const locale = useLocale();
  if (format === null) return <span className="text-13 text-muted">Waits for an account</span>;
  const money = formatMoney(due.sum, due.currency, locale);
  return (
    <OwnLoginOnly>
      <FormDialog
        size="small"
        button={
          <>
            Make file<span className="sr-only"> of {money}</span>
          </>
        }
        title={`Make a file of ${money}?`}
        purpose={`${formatCount(due.payoutCount, locale, "payout goes", "payouts go")} into one ${FORMATS[format]} file, and into no other. Nothing is paid until you give it to the bank.`}
        form={(done) => <Form due={{ ...due, format }} onDone={done} />}
      />
    </OwnLoginOnly>
  );
}

interface FormProps {
  readonly due: DuePayouts & { readonly format: NonNullable<DuePayouts["format"]> };
  readonly onDone: () => void;
}

function Form({ due, onDone }: FormProps) {
  const trpc = useTRPC();
  const { place } = useNetwork();
  const today = calendarDay(new Date(useNow(60_000)), "UTC");
  const { draft, change, issues, form } = useForm({
    start: { executesOn: today },
    schema: () => import("@/server/contracts/portal/network/payouts").then((contract) => contract.MakeFileInput),
    toInput: ({ executesOn }, key) => ({ ...due, key, executesOn }),
    mutation: trpc.network.payouts.makeFile.mutationOptions(),
    variables: (input) => ({ ...place, ...input }),
    onSent: ({ awaits }) => {
      if (awaits === undefined) toast.success("The payment file is made");
      else sayWaiting("The payment file is requested");
      onDone();
    },
  });
  return (
    <DialogForm {...form} action="Make file">
      <DayFormField
        label="Paid on"
        value={draft.executesOn}
        min={today}
        presets={comingDays}
        onChange={(executesOn) => change({ executesOn })}
        error={issues.executesOn}
        help="The day the bank is asked to pay, UTC."
      />
    </DialogForm>
  );
}

const COLUMNS: readonly Column<DuePayouts>[] = [
  { id: "day", minWidth: 116, header: "Day, UTC", cell: ({ day }) => <Day day={day} as="utc" /> },
  { id: "format", minWidth: 140, header: "File", cell: formatOf },
  {
    id: "payouts",
    minWidth: 80,
    header: "Payouts",
    isNumeric: true,
    cell: ({ payoutCount }) => payoutCount.toLocaleString("en-US"),
  },
  {
    id: "sum",
    minWidth: 160,
    header: "Sum",
    isNumeric: true,
    cell: ({ sum, currency }) => <Money amount={sum} currency={currency} />,
  },
  {
    id: "actions",
    minWidth: 160,
    header: "Make file",
    isHeaderHidden: true,
    isNumeric: true,
    cell: (due) => <Make due={due} />,
  },
];

export function DuePayoutTable() {
  const trpc = useTRPC();
  const { place } = useNetwork();
  const due = useQuery(trpc.network.payouts.due.queryOptions(place));
  return (
    <section>
      <SectionHead title="Due" />
      <Unread what="What is due" query={due} rows={2} />
      {due.data?.length === 0 ? (
        <p className="rounded-8 border border-dashed border-line p-4 text-14 text-muted">
          Nothing is due: every payout is in a payment file.
        </p>
      ) : null}
      {due.data && due.data.length > 0 ? (
        <DataTable
          label="Due"
          columns={COLUMNS}
          rows={due.data}
          keyOf={({ currency, day, format }) => `${currency} ${day} ${format}`}
          listRow={(row) => (
            <>
              <span className="flex items-center justify-between gap-3 text-14 font-medium">
                <Day day={row.day} as="utc" />
                <Money amount={row.sum} currency={row.currency} />
              </span>
              <span className="mt-1 flex items-center justify-between gap-3 text-13 text-muted">
                <span>{formatOf(row)}</span>
                <Count of={row.payoutCount} one="payout" />
              </span>
            </>
          )}
          listAct={(row) => <Make due={row} />}
        />
      ) : null}
    </section>
  );
}
