"use client";

import { useMutation } from "@tanstack/react-query";
import { Check, TriangleAlert } from "lucide-react";
import { ConsoleHead } from "@/components/shared/console/console-head";
import { pathOf } from "@/components/shared/console/use-place";
import { Money } from "@/components/shared/money/money";
import { messageOf, useTRPC } from "@/components/trpc/client";
import { Empty } from "@/components/ui/feedback/states";
import { toast } from "@/components/ui/feedback/toast";
import { Button } from "@/components/ui/forms/button";
import { Link } from "@/components/ui/navigation/link";
import type { Column } from "@/components/ui/tables/data-table";
import { FilterChips } from "@/components/ui/tables/filter-chips";
import { Filters } from "@/components/ui/tables/filters";
import { ListStates } from "@/components/ui/tables/list-states";
import { LongTable } from "@/components/ui/tables/long/long-table";
import { useLongList } from "@/components/ui/tables/long/use-long-list";
import { TIME } from "@/components/ui/tables/sort/sort";
import { useQueryString } from "@/components/ui/tables/use-query-string";
import { CopyId } from "@/components/ui/values/copy-id";
import { Time } from "@/components/ui/values/time";
import { namesOf, readList } from "@/server/contracts/lists/filters";
import { REPORT_LIST } from "@/server/contracts/lists/tenant";
import type { Report } from "@/server/trpc/types";
import { BulkAct } from "../bulk/bulk-act";
import { useBulkAct } from "../bulk/use-bulk-act";
import { useListFile } from "../shell/use-list-file";
import { useTenant } from "../shell/use-tenant";

const RESOLVED = [{ value: "resolved", label: "Resolved" }] as const;

const COLUMNS: readonly Column<Report>[] = [
  {
    id: "merchant",
    room: 150,
    isText: true,
    header: "Merchant",
    sortBy: { name: "merchant", first: "ascending" },
    cell: (report) => <Payment report={report} />,
  },
  {
    id: "amount",
    room: 130,
    header: "Amount",
    isNumeric: true,
    sortBy: { name: "amount", first: "descending" },
    cell: ({ amount, currency }) => <Money amount={amount} currency={currency} />,
  },
  {
    id: "note",
    room: 200,
    isText: true,
    header: "Note",
    cell: ({ note }) => note ?? <span className="text-muted">None</span>,
  },
  { id: "member", room: 136, isText: true, header: "Member", cell: (report) => <Reporter report={report} /> },
  {
    id: "created",
    room: 120,
    header: "Reported",
    sortBy: TIME,
    cell: ({ createdAt }) => <Time at={createdAt} as="relative" />,
  },
  { id: "state", room: 150, header: "Resolution", isNumeric: true, cell: (report) => <Resolution report={report} /> },
];

const isEligible = ({ resolvedAt }: Report) => resolvedAt === null;

/** Payments that members don't recognize. A report moves no money; staff check the payment before they resolve it. */
export function ReportsPage() {
  const trpc = useTRPC();
  const { place } = useTenant();
  const { values } = useQueryString();
  const filter = { state: "open" as const, ...readList(values, REPORT_LIST) };
  const { query: list, long } = useLongList(trpc.tenant.reports.list, { ...place, ...filter });
  const file = useListFile("reports", filter);
  const { bulk, ...resolving } = useBulkAct<Report>("resolve_reports", { isEligible });
  return (
    <>
      <ConsoleHead
        title="Reports"
        purpose="Payments a member doesn’t recognize. Review each one, refund it if that’s right, and resolve it."
      />
      <BulkAct {...resolving} />
      <Filters names={namesOf(REPORT_LIST)} first={<FilterChips label="State" name="state" options={RESOLVED} />} />
      <ListStates
        query={list}
        what="The reports"
        skeleton={4}
        empty={
          <Empty icon={TriangleAlert} title={filter.state === "open" ? "No open reports" : "No resolved reports"}>
            When a member reports a payment in the wallet, it appears here.
          </Empty>
        }
      >
        {(items) => (
          <LongTable
            {...long}
            label="Reports"
            columns={COLUMNS}
            rows={items}
            grid={{ bulk, file }}
            keyOf={({ id }) => id}
            listRow={(report) => <ListRow report={report} />}
          />
        )}
      </ListStates>
    </>
  );
}

function Payment({ report: { authorization, merchant } }: { readonly report: Report }) {
  const { place } = useTenant();
  return (
    <Link href={pathOf(place, `authorizations/${authorization}`)} className="font-medium hover:underline">
      {merchant}
    </Link>
  );
}

/** Members of other tenants are shown by id only. */
function Reporter({ report: { memberId, memberName } }: { readonly report: Report }) {
  const { place } = useTenant();
  if (memberName === null) return <CopyId id={memberId} />;
  return (
    <Link href={pathOf(place, `members/${memberId}`)} className="min-w-0 wrap-anywhere text-accent hover:underline">
      {memberName}
    </Link>
  );
}

function ListRow({ report }: { readonly report: Report }) {
  const { amount, currency, note, createdAt } = report;
  return (
    <div className="flex flex-col gap-2 text-14">
      <div className="flex items-center justify-between gap-3">
        <span className="min-w-0 truncate">
          <Payment report={report} />
        </span>
        <Money amount={amount} currency={currency} />
      </div>
      {note ? <p className="break-words">“{note}”</p> : null}
      <p className="flex flex-wrap items-center gap-x-2 text-13 text-muted">
        Reported <Time at={createdAt} as="relative" /> by <Reporter report={report} />
      </p>
      <div>
        <Resolution report={report} />
      </div>
    </div>
  );
}

function Resolution({ report }: { readonly report: Report }) {
  const { may } = useTenant();
  const { resolvedAt, resolvedBy } = report;
  if (!resolvedAt) return may("move_money") ? <Resolve report={report} /> : <span className="text-muted">Open</span>;
  return (
    <span className="text-13 wrap-anywhere text-muted">
      Resolved <Time at={resolvedAt} as="relative" /> {resolvedBy ? <>by {resolvedBy}</> : null}
    </span>
  );
}

function Resolve({ report: { id, merchant } }: { readonly report: Report }) {
  const trpc = useTRPC();
  const { place } = useTenant();
  const resolve = useMutation(
    trpc.tenant.reports.resolve.mutationOptions({
      onSuccess: () => {
        toast.success(`The report about ${merchant} is resolved`);
      },
      onError: (error) => toast.error(messageOf(error)),
    }),
  );
  return (
    <Button size="small" isBusy={resolve.isPending} onClick={() => resolve.mutate({ ...place, id })}>
      <Check aria-hidden className="size-4" /> Resolve
    </Button>
  );
}
