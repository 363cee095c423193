"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Store } from "lucide-react";
import { ConsoleHead } from "@/components/shared/console/console-head";
import { pathOf, usePlace } from "@/components/shared/console/use-place";
import { StatusBadge } from "@/components/shared/status/status-badge";
import { useTRPC } from "@/components/trpc/client";
import { Empty, Failure, SkeletonRows } from "@/components/ui/feedback/states";
import { type Column, DataTable } from "@/components/ui/tables/data-table";
import { NewerOlder } from "@/components/ui/tables/newer-older";
import { useQueryString } from "@/components/ui/tables/use-query-string";
import { CopyId } from "@/components/ui/values/copy-id";
import { Time } from "@/components/ui/values/time";
import type { ListedMerchant } from "@/server/trpc/types";
import { LiveGate, useIsOpen, useSetUp } from "../shell/live-gate";
import { useListFile } from "../shell/use-list-file";
import { CreateMerchant } from "./create-merchant";

const COLUMNS: readonly Column<ListedMerchant>[] = [
  { id: "name", room: 172, isText: true, header: "Merchant", cell: (merchant) => <Name {...merchant} /> },
  { id: "id", room: 136, header: "ID", cell: ({ id }) => <CopyId id={id} /> },
  { id: "category", room: 160, isText: true, header: "Category", cell: ({ category }) => category },
  { id: "keys", room: 64, header: "Keys", isNumeric: true, cell: ({ keys }) => keys },
  {
    id: "reversal",
    room: 148,
    header: "Same-day reversal",
    cell: ({ settings }) => (settings.isSameDayReversalEnabled ? "On" : <span className="text-muted">Off</span>),
  },
  { id: "created", room: 120, header: "Since", cell: ({ createdAt }) => <Time at={createdAt} as="relative" /> },
  { id: "status", header: "Status", cell: ({ status }) => <StatusBadge status={status} /> },
];

/** Who takes payments for the tenant. */
export function MerchantsPage() {
  const trpc = useTRPC();
  const place = usePlace();
  const { values } = useQueryString();
  const isOpen = useIsOpen();
  const canCreate = useSetUp("manage_merchants");
  const input = { ...place, cursor: values.get("cursor") };
  const list = useQuery({ ...trpc.tenant.merchants.list.queryOptions(input), placeholderData: keepPreviousData });
  const items = list.data?.items ?? [];
  const file = useListFile("merchants");
  return (
    <>
      <ConsoleHead
        title="Merchants"
        purpose="Each merchant takes payments with its own keys."
        action={canCreate ? <CreateMerchant /> : null}
      />
      <LiveGate what="live merchants" />
      {list.isPending ? <SkeletonRows rows={4} /> : null}
      {list.isError && !list.data ? (
        <Failure what="Your merchants" error={list.error} onRetry={() => void list.refetch()} />
      ) : null}
      {isOpen && list.data && items.length === 0 ? (
        <Empty icon={Store} title="No merchants">
          The first one takes payments that don’t name a merchant.
        </Empty>
      ) : null}
      {items.length > 0 ? (
        <DataTable
          label="Merchants"
          columns={COLUMNS}
          rows={items}
          grid={{ file }}
          keyOf={({ id }) => id}
          hrefOf={({ id }) => pathOf(place, `merchants/${id}`)}
          headOf={({ name }) => ({ title: name })}
          listRow={(merchant) => (
            <span className="flex items-center gap-3">
              <span className="min-w-0 flex-1">
                <span className="block truncate text-14 font-medium">{merchant.name}</span>
                <span className="block text-13 text-muted">
                  {merchant.isDefault ? "Default · " : ""}
                  {merchant.category} · {merchant.keys === 1 ? "1 key" : `${merchant.keys} keys`}
                </span>
              </span>
              <StatusBadge status={merchant.status} />
            </span>
          )}
        />
      ) : null}
      {list.data ? <NewerOlder next={list.data.next} isBusy={list.isFetching} /> : null}
    </>
  );
}

function Name({ name, isDefault }: ListedMerchant) {
  return (
    <>
      {name}
      {isDefault ? <span className="ml-2 text-13 font-normal text-muted">Default</span> : null}
    </>
  );
}
