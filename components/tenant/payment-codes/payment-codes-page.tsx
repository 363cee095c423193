"use client";

import { SearchX, TicketCheck } from "lucide-react";
import type { ReactNode } from "react";
import { pathOf } from "@/components/shared/console/use-place";
import { Money } from "@/components/shared/money/money";
import { FILTERS } from "@/components/shared/status/states";
import { StatusBadge } from "@/components/shared/status/status-badge";
import { useTRPC, useTRPCClient } from "@/components/trpc/client";
import { Empty } from "@/components/ui/feedback/states";
import { PageHead } from "@/components/ui/layout/page-head";
import type { Column } from "@/components/ui/tables/data-table";
import { FilterChips } from "@/components/ui/tables/filter-chips";
import { Filters } from "@/components/ui/tables/filters";
import { ListStates } from "@/components/ui/tables/list-states";
import { LongTable } from "@/components/ui/tables/long/long-table";
import { useLongList } from "@/components/ui/tables/long/use-long-list";
import { SearchField } from "@/components/ui/tables/search-field";
import { TIME } from "@/components/ui/tables/sort/sort";
import { useQueryString } from "@/components/ui/tables/use-query-string";
import { Time } from "@/components/ui/values/time";
import { namesOf, readList } from "@/server/contracts/lists/filters";
import { CODE_LIST } from "@/server/contracts/lists/tenant";
import type { IssuedCode } from "@/server/trpc/types";
import { BulkAct } from "../bulk/bulk-act";
import { useBulkAct } from "../bulk/use-bulk-act";
import { useListFile } from "../shell/use-list-file";
import { useTenant } from "../shell/use-tenant";
import { isRevocable } from "./is-revocable";
import { MintCode } from "./mint-code";

const NAMES = namesOf(CODE_LIST);

const COLUMNS: readonly Column<IssuedCode>[] = [
  {
    id: "id",
    room: 120,
    header: "Record",
    cell: ({ id }) => <span className="font-mono text-13">{`${id.slice(0, 5)}…${id.slice(-5)}`}</span>,
  },
  {
    id: "made",
    room: 120,
    header: "Created",
    sortBy: TIME,
    cell: ({ created }) => <Time at={created} as="relative" />,
  },
  {
    id: "status",
    header: "Status",
    sortBy: { name: "status", first: "ascending" },
    cell: ({ status }) => <StatusBadge status={status} />,
  },
  {
    id: "member",
    room: 160,
    isText: true,
    header: "Member",
    sortBy: { name: "member", first: "ascending" },
    cell: ({ memberName }) => memberName,
  },
  {
    id: "by",
    room: 150,
    header: "Created by",
    cell: ({ origin }) => (origin === "tenant" ? "Tenant, with PIN" : "Member"),
  },
  { id: "uses", room: 100, header: "Uses", isNumeric: true, cell: (code) => <Uses code={code} /> },
  { id: "cap", room: 140, header: "At most", isNumeric: true, cell: (code) => <Cap code={code} /> },
];

function Uses({ code: { uses, usesAllowed } }: { readonly code: IssuedCode }) {
  return usesAllowed === null ? uses : `${uses} of ${usesAllowed}`;
}

function Cap({ code: { maxAmount, currency } }: { readonly code: IssuedCode }) {
  return maxAmount === null ? "No limit" : <Money amount={maxAmount} currency={currency} />;
}

/** Codes that pay from members' accounts. The codes themselves aren't stored. */
export function PaymentCodesPage() {
  const trpc = useTRPC();
  const { place } = useTenant();
  const { values } = useQueryString();
  const filter = readList(values, CODE_LIST);
  const client = useTRPCClient();
  const { query: list, long } = useLongList(
    { ...place, ...filter },
    { keyOf: trpc.tenant.paymentCodes.list.queryKey, ask: (input) => client.tenant.paymentCodes.list.query(input) },
  );
  const file = useListFile("payment-codes", filter);
  const { bulk, ...revoking } = useBulkAct<IssuedCode>("revoke_codes", { isEligible: isRevocable });
  const isFiltered = NAMES.some((name) => values.get(name));
  const isEmpty = list.data?.items.length === 0 && !list.isPlaceholderData && !isFiltered;
  const page = (mint: ReactNode) => (
    <>
      <PageHead
        title="Payment codes"
        purpose="Codes that pay from your members’ accounts without a card."
        action={isEmpty ? null : mint}
      />
      {mint && !isEmpty ? <div className="mb-4 lg:hidden">{mint}</div> : null}
      <BulkAct {...revoking} />
      <Filters
        of={list}
        names={NAMES}
        first={<SearchField label="Search by record ID" placeholder="ID of a code or a member" />}
      >
        <FilterChips label="Status" name="state" options={FILTERS.codes} />
      </Filters>
      <ListStates
        query={list}
        what="Payment codes"
        empty={
          isFiltered ? (
            <Empty icon={SearchX} title="No results">
              Search by the record ID from the response that created the code. The code itself isn’t stored.
            </Empty>
          ) : (
            <Empty icon={TicketCheck} title="No payment codes yet" action={mint}>
              Create one here or with POST /v1/payment-codes. Members create their own in the wallet.
            </Empty>
          )
        }
      >
        {(items) => (
          <LongTable
            {...long}
            label="Payment codes"
            columns={COLUMNS}
            rows={items}
            grid={{ bulk, file }}
            keyOf={({ id }) => id}
            hrefOf={({ id }) => pathOf(place, `payment-codes/${id}`)}
            headOf={({ memberName, status }) => ({
              title: `${memberName}’s code`,
              below: <StatusBadge status={status} />,
            })}
            listRow={(code) => (
              <span className="flex items-center justify-between gap-3">
                <span className="min-w-0">
                  <span className="block truncate text-14 font-medium">{code.memberName}</span>
                  <span className="block truncate text-13 text-muted">
                    <Time at={code.created} as="relative" />
                  </span>
                </span>
                <span className="flex shrink-0 flex-col items-end gap-1 text-14">
                  <Cap code={code} />
                  <StatusBadge status={code.status} />
                </span>
              </span>
            )}
          />
        )}
      </ListStates>
    </>
  );
  return <MintCode>{page}</MintCode>;
}
