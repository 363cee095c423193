"use client";

import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Check, TriangleAlert } from "lucide-react";
import { ConsoleHead } from "@/components/shared/console/console-head";
import { pathOf } from "@/components/shared/console/use-place";
import { Money } from "@/components/shared/money/money";
import { messageOf, useTRPC } from "@/components/trpc/client";
import { Empty, Failure, SkeletonRows } from "@/components/ui/feedback/states";
import { toast } from "@/components/ui/feedback/toast";
import { Button } from "@/components/ui/forms/button";
import { Link } from "@/components/ui/navigation/link";
import { FilterChips } from "@/components/ui/tables/filter-chips";
import { NewerOlder } from "@/components/ui/tables/newer-older";
import { useQueryString } from "@/components/ui/tables/use-query-string";
import { CopyId } from "@/components/ui/values/copy-id";
import { Time } from "@/components/ui/values/time";
import type { Report } from "@/server/trpc/types";
import { useTenant } from "../shell/use-tenant";

const RESOLVED = [{ value: "resolved", label: "Resolved" }] as const;

/** What members say is not theirs. A report moves no money: staff look at the payment before they resolve one. */
export function ReportsPage() {
  const trpc = useTRPC();
  const { place } = useTenant();
  const { values } = useQueryString();
  const isOpen = values.get("state") !== "resolved";
  const input = { ...place, isOpen, cursor: values.get("cursor") };
  const list = useQuery({ ...trpc.tenant.reports.list.queryOptions(input), placeholderData: keepPreviousData });
  const items = list.data?.items ?? [];
  return (
    <>
      <ConsoleHead
        title="Reports"
        purpose="Payments a member doesn’t recognize. Review each one, refund it if that’s right, and resolve it."
      />
      <div className="mb-4">
        <FilterChips label="State" name="state" options={RESOLVED} />
      </div>
      {list.isPending ? <SkeletonRows rows={4} /> : null}
      {list.isError && !list.data ? (
        <Failure what="The reports" error={list.error} onRetry={() => void list.refetch()} />
      ) : null}
      {list.data && items.length === 0 ? (
        <Empty icon={TriangleAlert} title={isOpen ? "No open reports" : "No resolved reports"}>
          When a member reports a payment in the wallet, it appears here.
        </Empty>
      ) : null}
      {items.length > 0 ? (
        <ul className="divide-y divide-line rounded-8 border border-line">
          {items.map((report) => (
            <ReportRow key={report.id} report={report} />
          ))}
        </ul>
      ) : null}
      <NewerOlder next={list.data?.next ?? null} isBusy={list.isFetching} />
    </>
  );
}

function ReportRow({ report }: { readonly report: Report }) {
  const { place, may } = useTenant();
  const { authorization, amount, currency, merchant, memberId, memberName, note, createdAt, resolvedAt, resolvedBy } =
    report;
  return (
    <li className="flex flex-col gap-3 p-4 md:flex-row md:items-start md:justify-between">
      <div className="min-w-0">
        <p className="text-14 font-medium">
          <Link href={pathOf(place, `authorizations/${authorization}`)} className="hover:underline">
            <Money amount={amount} currency={currency} /> at {merchant}
          </Link>
        </p>
        {note ? <p className="mt-1 text-14 break-words">“{note}”</p> : null}
        <p className="mt-1 flex flex-wrap items-center gap-x-2 text-13 text-muted">
          Reported <Time at={createdAt} as="relative" /> by{" "}
          {memberName === null ? (
            <>
              member <CopyId id={memberId} />
            </>
          ) : (
            <Link
              href={pathOf(place, `members/${memberId}`)}
              className="min-w-0 wrap-anywhere text-accent hover:underline"
            >
              {memberName}
            </Link>
          )}
        </p>
      </div>
      {resolvedAt ? (
        <p className="shrink-0 text-13 text-muted">
          Resolved <Time at={resolvedAt} as="relative" /> {resolvedBy ? <>by {resolvedBy}</> : null}
        </p>
      ) : may("move_money") ? (
        <Resolve report={report} />
      ) : null}
    </li>
  );
}

function Resolve({ report: { id, merchant } }: { readonly report: Report }) {
  const trpc = useTRPC();
  const { place } = useTenant();
  const queryClient = useQueryClient();
  const resolve = useMutation(
    trpc.tenant.reports.resolve.mutationOptions({
      onSuccess: () => {
        toast.success(`The report about ${merchant} is resolved`);
        return queryClient.invalidateQueries();
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
