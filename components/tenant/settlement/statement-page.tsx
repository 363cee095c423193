"use client";

import { useQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { pathOf } from "@/components/shared/console/use-place";
import { Carried } from "@/components/shared/money/carried";
import { Money } from "@/components/shared/money/money";
import { StatusBadge } from "@/components/shared/status/status-badge";
import { useTRPC } from "@/components/trpc/client";
import { linkAsOwner } from "@/components/trpc/page-owner";
import { Skeleton, Unread } from "@/components/ui/feedback/states";
import { PageHead, SectionHead } from "@/components/ui/layout/page-head";
import { Link } from "@/components/ui/navigation/link";
import { type Column, DataTable } from "@/components/ui/tables/data-table";
import { Fact, Facts } from "@/components/ui/tables/facts";
import { CopyId } from "@/components/ui/values/copy-id";
import { useLocale } from "@/components/ui/values/locale";
import { Day, Time } from "@/components/ui/values/time";
import type { Statement } from "@/server/trpc/types";
import { useTenant } from "../shell/use-tenant";
import { ProofSection } from "./proof/proof-section";

type Line = Statement["lines"][number] & { readonly currency: string };

const COLUMNS: readonly Column<Line>[] = [
  {
    id: "id",
    minWidth: 116,
    header: "Authorization",
    cell: ({ authorizationId }) => (
      <span translate="no" className="font-mono text-13">
        {authorizationId}
      </span>
    ),
  },
  { id: "at", minWidth: 190, header: "Time", cell: ({ createdAt }) => <Time at={createdAt} /> },
  { id: "kind", minWidth: 100, header: "Line", cell: ({ kind }) => <span className="capitalize">{kind}</span> },
  {
    id: "transaction",
    minWidth: 136,
    header: "Transaction",
    cell: ({ transactionId }) => <CopyId id={transactionId} />,
  },
  {
    id: "reference",
    minWidth: 130,
    isText: true,
    header: "Reference",
    cell: ({ merchantReference }) => <span className="text-muted">{merchantReference ?? "–"}</span>,
  },
  {
    id: "amount",
    minWidth: 150,
    header: "Gross",
    isNumeric: true,
    cell: ({ gross, currency }) => <Money amount={gross} currency={currency} />,
  },
  {
    id: "fee",
    minWidth: 120,
    header: "Fee",
    isNumeric: true,
    cell: ({ fee, currency }) => <Money amount={-fee || 0} currency={currency} />,
  },
  {
    id: "net",
    minWidth: 150,
    header: "Net",
    isNumeric: true,
    cell: ({ net, currency }) => <Money amount={net} currency={currency} />,
  },
];

export function StatementPage({ id }: { readonly id: string }) {
  const trpc = useTRPC();
  const { place } = useTenant();
  const statement = useQuery(trpc.tenant.settlement.get.queryOptions({ ...place, id }));
  const back = { href: pathOf(place, "settlement"), label: "Settlement" };
  if (!statement.data) {
    return (
      <>
        <PageHead title="Statement" back={back} />
        <Unread what="This statement" query={statement}>
          <Skeleton className="h-64 w-full" />
        </Unread>
      </>
    );
  }
  const { data } = statement;
  const rows = data.lines.map((line) => ({ ...line, currency: data.currency }));
  return (
    <>
      <PageHead title={data.merchantName} back={back} action={<Files id={id} />} />
      <p className="-mt-4 mb-6 text-14 text-muted">
        For <Day day={data.day} as="utc" />, settled <Time at={data.createdAt} />
      </p>
      <div className="mb-6 lg:hidden">
        <Files id={id} />
      </div>
      <div className="mb-8 grid grid-cols-[minmax(0,1fr)] items-start gap-8 xl:grid-cols-[minmax(0,25rem)_minmax(0,1fr)]">
        <section className="max-w-[35rem]">
          <SectionHead title="Totals" />
          <Totals statement={data} />
        </section>
        <ProofSection shown={data} />
      </div>
      <SectionHead
        title="Lines"
        note={<span className="text-13 text-muted">{data.captureCount + data.refundCount}</span>}
      />
      <DataTable
        label="Lines of the statement"
        columns={COLUMNS}
        rows={rows}
        keyOf={(line) => line.id}
        hrefOf={({ authorizationId }) => pathOf(place, `authorizations?search=${authorizationId}`)}
        listRow={({ kind, createdAt, authorizationId, gross, fee, currency }) => (
          <span className="flex items-center justify-between gap-3 text-14">
            <span>
              <span className="block font-medium capitalize">
                {kind} {authorizationId}
              </span>
              <span className="block text-13 text-muted">
                <Time at={createdAt} />
              </span>
            </span>
            <span className="shrink-0 text-right">
              <Money amount={gross} currency={currency} />
              {fee === 0 ? null : (
                <span className="block text-13 text-muted">
                  fee <Money amount={-fee} currency={currency} />
                </span>
              )}
            </span>
          </span>
        )}
      />
      {data.hasMore ? (
        <p className="mt-3 text-13 text-muted">The first {rows.length} lines are shown. The CSV has all of them.</p>
      ) : null}
    </>
  );
}

function Files({ id }: { readonly id: string }) {
  const { place } = useTenant();
  const files = [
    { path: `settlement/${id}/statement`, name: "Download CSV" },
    { path: `settlement/${id}/proof`, name: "Download proof" },
  ];
  return (
    <div className="flex flex-wrap gap-2">
      {files.map(({ path, name }) => (
        <a
          key={path}
          href={pathOf(place, path)}
          download
          onClick={linkAsOwner}
          className="inline-flex h-10 items-center gap-2 rounded-8 border border-line px-4 text-14 font-medium hover:bg-hover"
        >
          <Download aria-hidden className="size-4" /> {name}
        </a>
      ))}
    </div>
  );
}

function Totals({ statement }: { readonly statement: Statement }) {
  const { currency, previousBatchId } = statement;
  const { place } = useTenant();
  const locale = useLocale();
  return (
    <Facts>
      <Fact label={`Captured (${statement.captureCount.toLocaleString(locale)})`}>
        <Money amount={statement.captured} currency={currency} />
      </Fact>
      <Fact label={`Refunded (${statement.refundCount.toLocaleString(locale)})`}>
        <Money amount={-statement.refunded} currency={currency} />
      </Fact>
      <Fact label="Gross">
        <Money amount={statement.gross} currency={currency} />
      </Fact>
      <Fact label="Fee">
        <Money amount={-statement.fee || 0} currency={currency} />
      </Fact>
      <Fact label="Net">
        <Money amount={statement.net} currency={currency} />
      </Fact>
      <Fact label="Carried in">
        {previousBatchId && statement.carriedIn < 0 ? (
          <Link
            href={pathOf(place, `settlement/${previousBatchId}`)}
            className="mr-2 font-medium text-accent hover:underline"
          >
            from the batch before
          </Link>
        ) : null}
        <Carried amount={statement.carriedIn} currency={currency} />
      </Fact>
      <Fact label="Carried out">
        <Carried amount={statement.carriedOut} currency={currency} />
      </Fact>
      <Fact label="Payout">
        <strong className="text-16 font-semibold">
          <Money amount={statement.payout} currency={currency} />
        </strong>
      </Fact>
      <PayoutSteps progress={statement.progress} />
      <Fact label="Batch">
        <CopyId id={statement.id} />
      </Fact>
    </Facts>
  );
}

/** How far the payout has come. */
function PayoutSteps({ progress }: { readonly progress: Statement["progress"] }) {
  const { status, endToEndId, last4, sentAt, paidAt, returnedAt, returnReason } = progress;
  if (status === null || endToEndId === null) return null;
  return (
    <>
      <Fact label="Payout status">
        <StatusBadge status={status} />
      </Fact>
      {last4 ? <Fact label="To the account">…{last4}</Fact> : null}
      {sentAt ? (
        <Fact label="Sent">
          <Time at={sentAt} />
        </Fact>
      ) : null}
      {paidAt ? (
        <Fact label="Paid">
          <Time at={paidAt} />
        </Fact>
      ) : null}
      {returnedAt ? (
        <Fact label={status === "failed" ? "Failed" : "Returned"}>
          <Time at={returnedAt} />
          <span className="block text-13 text-muted">{returnReason ?? "The bank gave no reason."}</span>
        </Fact>
      ) : null}
      <Fact label="End-to-end ID">
        <CopyId id={endToEndId} />
      </Fact>
    </>
  );
}
