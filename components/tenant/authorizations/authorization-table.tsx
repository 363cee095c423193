"use client";

import { type Place, pathOf } from "@/components/shared/console/use-place";
import { Money } from "@/components/shared/money/money";
import { PaymentBadge } from "@/components/shared/status/status-badge";
import type { KnownHead } from "@/components/ui/navigation/known-head";
import { type Column, DataTable } from "@/components/ui/tables/data-table";
import { type LongProps, LongTable } from "@/components/ui/tables/long/long-table";
import { TIME } from "@/components/ui/tables/sort/sort";
import type { DataTableProps } from "@/components/ui/tables/table-props";
import { Time } from "@/components/ui/values/time";
import type { TenantAuthorization } from "@/server/trpc/types";
import { PaidWith } from "./paid-with";

const COLUMNS: readonly Column<TenantAuthorization>[] = [
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
  { id: "at", header: "Requested", sortBy: TIME, cell: ({ createdAt }) => <Time at={createdAt} as="relative" /> },
  {
    id: "status",
    minWidth: 168,
    header: "Status",
    sortBy: { name: "status", first: "ascending" },
    cell: (row) => <Status row={row} />,
  },
  {
    id: "merchant",
    minWidth: 112,
    isText: true,
    header: "Merchant",
    sortBy: { name: "merchant", first: "ascending" },
    cell: ({ merchant }) => merchant.name,
  },
  {
    id: "member",
    minWidth: 116,
    drops: 3,
    isText: true,
    header: "Member",
    cell: ({ memberName }) => memberName ?? <span className="text-13 text-muted">Other tenant</span>,
  },
  {
    id: "paidWith",
    minWidth: 112,
    drops: 2,
    header: "Paid with",
    cell: ({ paidWith }) => <PaidWith kind={paidWith.kind} />,
  },
  {
    id: "reference",
    minWidth: 104,
    drops: 1,
    isText: true,
    header: "Reference",
    cell: ({ merchantReference }) => <span className="text-13 text-muted">{merchantReference ?? "–"}</span>,
  },
  {
    id: "amount",
    minWidth: 140,
    header: "Amount",
    sortBy: { name: "amount", first: "descending" },
    isNumeric: true,
    cell: ({ amount, currency }) => <Money amount={amount} currency={currency} />,
  },
];

function Status({ row: { decline, ...payment } }: { readonly row: TenantAuthorization }) {
  return (
    <span className="flex flex-col items-start py-1">
      <PaymentBadge side="payee" payment={payment} />
      {decline ? <span className="pl-2 text-12 text-muted">{decline.title}</span> : null}
    </span>
  );
}

function headOf(payment: TenantAuthorization): KnownHead {
  const { amount, currency, merchant, createdAt } = payment;
  return {
    title: <Money amount={amount} currency={currency} />,
    below: (
      <>
        <PaymentBadge side="payee" payment={payment} />
        <span className="min-w-0 wrap-anywhere">{merchant.name}</span>
        <Time at={createdAt} as="seconds" />
      </>
    ),
  };
}

interface AuthorizationTableProps {
  readonly items: readonly TenantAuthorization[];
  readonly place: Place;
  /** Hides the merchant's column on the merchant's own page. */
  readonly isOfOneMerchant?: boolean;
}

function tableOf({
  items,
  place,
  isOfOneMerchant = false,
}: AuthorizationTableProps): DataTableProps<TenantAuthorization> {
  return {
    label: "Authorizations",
    columns: isOfOneMerchant ? COLUMNS.filter(({ id }) => id !== "merchant") : COLUMNS,
    rows: items,
    keyOf: ({ id }) => id,
    hrefOf: ({ id }) => pathOf(place, `authorizations/${id}`),
    headOf,
    listRow: (row) => <ListRow row={row} isOfOneMerchant={isOfOneMerchant} />,
  };
}

export function AuthorizationTable(props: AuthorizationTableProps) {
  return <DataTable {...tableOf(props)} />;
}

type AuthorizationListProps = AuthorizationTableProps & LongProps<TenantAuthorization>;

export function AuthorizationList({ items, place, ...rest }: AuthorizationListProps) {
  return <LongTable {...tableOf({ items, place })} {...rest} />;
}

interface ListRowProps {
  readonly row: TenantAuthorization;
  readonly isOfOneMerchant: boolean;
}

function ListRow({ row, isOfOneMerchant }: ListRowProps) {
  return (
    <span className="flex items-center justify-between gap-3">
      <span className="min-w-0">
        <span className="block truncate text-14 font-medium">
          {isOfOneMerchant ? (row.merchantReference ?? <PaidWith kind={row.paidWith.kind} />) : row.merchant.name}
        </span>
        <span className="block truncate text-13 text-muted">
          {row.memberName ?? row.authorizationId} · <Time at={row.createdAt} as="relative" />
        </span>
      </span>
      <span className="flex shrink-0 flex-col items-end gap-1">
        <span className="text-14 font-medium">
          <Money amount={row.amount} currency={row.currency} />
        </span>
        <PaymentBadge side="payee" payment={row} />
      </span>
    </span>
  );
}
