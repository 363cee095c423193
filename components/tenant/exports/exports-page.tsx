"use client";

import { useMutation } from "@tanstack/react-query";
import { Download, FileDown } from "lucide-react";
import { timeColumn } from "@/components/shared/console/columns";
import { ConsoleHead } from "@/components/shared/console/console-head";
import { StatusBadge } from "@/components/shared/status/status-badge";
import { messageOf, useTRPC, useTRPCClient } from "@/components/trpc/client";
import { Empty } from "@/components/ui/feedback/states";
import { toast } from "@/components/ui/feedback/toast";
import { Button } from "@/components/ui/forms/button";
import type { Column } from "@/components/ui/tables/data-table";
import { ListSection } from "@/components/ui/tables/list-section";
import { useLocale } from "@/components/ui/values/locale";
import { useZone } from "@/components/ui/values/page-clock";
import { Time } from "@/components/ui/values/time";
import type { Export } from "@/server/trpc/types";
import { useTenant } from "../shell/use-tenant";
import { useTenantList } from "../shell/use-tenant-list";
import { CreateExport, KINDS } from "./create-export";

const COLUMNS: readonly Column<Export>[] = [
  { id: "kind", minWidth: 200, isText: true, header: "Records", sortBy: "kind", cell: (item) => <What item={item} /> },
  { id: "days", minWidth: 190, isText: true, header: "Days", cell: (item) => <Days item={item} /> },
  {
    id: "asked",
    drops: 1,
    minWidth: 180,
    isText: true,
    header: "Requested by",
    cell: ({ askedBy }) => askedBy ?? <span className="text-muted">Someone who left</span>,
  },
  timeColumn("Requested", { drops: 2 }),
  {
    id: "rows",
    drops: 3,
    minWidth: 120,
    header: "Rows",
    isNumeric: true,
    sortBy: "-rows",
    cell: (item) => <Progress item={item} />,
  },
  { id: "status", minWidth: 110, header: "Status", cell: ({ status }) => <StatusBadge status={status} /> },
  { id: "file", minWidth: 140, header: "File", isNumeric: true, cell: (item) => <File item={item} /> },
];

/** Exports by users and by the API, which calls them reports. */
export function ExportsPage() {
  const trpc = useTRPC();
  const list = useTenantList(trpc.tenant.exports.list, null);
  return (
    <>
      <ConsoleHead
        title="Exports"
        purpose="Large CSV files of payments, settlement, and balances. Reports requested through the API appear here too."
        action={<CreateExport />}
      />
      <ListSection
        list={list}
        what="The exports"
        skeleton={4}
        empty={
          <Empty icon={FileDown} title="No exports yet">
            An export is a CSV file with every record from the days you choose. Files are kept for a few days.
          </Empty>
        }
        label="Exports"
        columns={COLUMNS}
        listRow={(item) => <ListRow item={item} />}
      />
    </>
  );
}

interface ItemProps {
  readonly item: Export;
}

function What({ item: { kind, merchantName } }: ItemProps) {
  return (
    <span className="min-w-0">
      <span className="font-medium">{KINDS[kind].label}</span>
      {merchantName ? <span className="text-muted"> for {merchantName}</span> : null}
    </span>
  );
}

/** Both days inclusive; `lt` is exclusive. */
function Days({ item: { created } }: ItemProps) {
  const style = new Intl.DateTimeFormat(useLocale(), { dateStyle: "medium", timeZone: useZone() });
  return (
    <span className="tabular-nums" suppressHydrationWarning>
      {style.formatRange(new Date(created.gte), new Date(Date.parse(created.lt) - 1))}
    </span>
  );
}

function Progress({ item: { status, progress } }: ItemProps) {
  const { rows, of } = progress;
  const locale = useLocale();
  const text = rows.toLocaleString(locale);
  if (status !== "running") return <span className="tabular-nums">{text}</span>;
  return (
    <span className="flex flex-col items-end gap-1">
      <span className="tabular-nums">
        {text}
        {of === null ? null : <span className="text-muted"> of {of.toLocaleString(locale)}</span>}
      </span>
      {of === null ? null : (
        <span
          role="progressbar"
          aria-label="Rows written"
          aria-valuemin={0}
          aria-valuemax={of}
          aria-valuenow={Math.min(rows, of)}
          className="h-1 w-24 overflow-hidden rounded-full bg-hover"
        >
          <span
            className="block h-full bg-accent"
            style={{ width: `${Math.min(100, (100 * rows) / Math.max(of, 1))}%` }}
          />
        </span>
      )}
    </span>
  );
}

const UNITS = ["byte", "kilobyte", "megabyte", "gigabyte"] as const;

function sizeOf(bytes: number, locale: string): string {
  const step = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), UNITS.length - 1);
  // In short form, "170 byte" would lack the plural.
  const unitDisplay = step === 0 ? "long" : "short";
  const unit = { style: "unit", unit: UNITS[step] ?? "byte", unitDisplay, maximumFractionDigits: 1 } as const;
  return new Intl.NumberFormat(locale, unit).format(bytes / 1000 ** step);
}

/** Links are valid for 15 minutes, so each press creates a new one. */
function File({ item: { id, kind, status, bytes } }: ItemProps) {
  const client = useTRPCClient();
  const locale = useLocale();
  const { place } = useTenant();
  const open = useMutation({
    mutationFn: () => client.tenant.exports.link.query({ ...place, id }),
    onSuccess: ({ fileUrl }) => {
      if (fileUrl === null) return void toast.error("This file is no longer available. Export it again.");
      const { pathname, search } = new URL(fileUrl);
      window.location.assign(pathname + search);
    },
    onError: (error) => toast.error(messageOf(error)),
  });
  if (status !== "done") return <span className="text-muted">{bytes === null ? "–" : sizeOf(bytes, locale)}</span>;
  return (
    <Button size="small" disabled={open.isPending} onClick={() => open.mutate()}>
      <Download aria-hidden className="size-4" />
      <span className="sr-only">Download {KINDS[kind].label}, </span>
      {sizeOf(bytes ?? 0, locale)}
    </Button>
  );
}

function ListRow({ item }: ItemProps) {
  return (
    <div className="flex flex-col gap-2 text-14">
      <div className="flex items-center justify-between gap-3">
        <span className="min-w-0 truncate">
          <What item={item} />
        </span>
        <StatusBadge status={item.status} />
      </div>
      <div className="flex items-center justify-between gap-3">
        <Days item={item} />
        <span className="flex items-start gap-1">
          <Progress item={item} /> {item.progress.rows === 1 ? "row" : "rows"}
        </span>
      </div>
      <div className="flex items-center justify-between gap-3 text-13 text-muted">
        <span className="min-w-0 wrap-anywhere">
          {item.askedBy ?? "Someone who left"}, <Time at={item.createdAt} as="relative" />
        </span>
        <File item={item} />
      </div>
    </div>
  );
}
