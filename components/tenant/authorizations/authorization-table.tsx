"use client";

import { AMOUNT_COLUMN } from "@/components/shared/console/columns";
import { type Place, pathOf } from "@/components/shared/console/use-place";
import { Money } from "@/components/shared/money/money";
import { PaymentBadge } from "@/components/shared/status/status-badge";
import type { KnownHead } from "@/components/ui/navigation/known-head";
import { type Column, DataTable } from "@/components/ui/tables/data-table";
import { TIME } from "@/components/ui/tables/sort/sort";
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
  { id: "at", header: "Requested", sortBy: TIME, cell: ({ created }) => <Time at={created} as="relative" /> },
  { id: "status", minWidth: 168, header: "Status", sortBy: "status", cell: (row) => <Status row={row} /> },
  {
    id: "merchant",
    minWidth: 112,
    isText: true,
    header: "Merchant",
    sortBy: "merchant",
    cell: ({ merchantName }) => merchantName,
  },
  {
    id: "member",
    minWidth: 116,
    drops: 3,
    isText: true,
    header: "Member",
    cell: ({ memberName }) => memberName ?? <span className="text-13 text-muted">Other tenant</span>,
  },
  { id: "paidWith", minWidth: 112, drops: 2, header: "Paid with", cell: ({ way }) => <PaidWith kind={way} /> },
  {
    id: "reference",
    minWidth: 104,
    drops: 1,
    isText: true,
    header: "Reference",
    cell: ({ merchantReference }) => <span className="text-13 text-muted">{merchantReference ?? "–"}</span>,
  },
  AMOUNT_COLUMN,
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
  const { amount, currency, merchantName, created } = payment;
  return {
    title: <Money amount={amount} currency={currency} />,
    below: (
      <>
        <PaymentBadge side="payee" payment={payment} />
        <span className="min-w-0 wrap-anywhere">{merchantName}</span>
        <Time at={created} as="seconds" />
      </>
    ),
  };
}

interface AuthorizationTableProps {
  readonly place: Place;
  /** Hides the merchant's column on the merchant's own page. */
  readonly isOfOneMerchant?: boolean;
}

export function authorizationTable({ place, isOfOneMerchant = false }: AuthorizationTableProps) {
  return {
    label: "Authorizations",
    columns: isOfOneMerchant ? COLUMNS.filter(({ id }) => id !== "merchant") : COLUMNS,
    hrefOf: ({ id }: TenantAuthorization) => pathOf(place, `authorizations/${id}`),
    headOf,
    listRow: (row: TenantAuthorization) => <ListRow row={row} isOfOneMerchant={isOfOneMerchant} />,
  };
}

export function AuthorizationTable({
  items,
  ...props
}: AuthorizationTableProps & { readonly items: readonly TenantAuthorization[] }) {
  return <DataTable {...authorizationTable(props)} rows={items} keyOf={({ id }) => id} />;
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
          {isOfOneMerchant ? (row.merchantReference ?? <PaidWith kind={row.way} />) : row.merchantName}
        </span>
        <span className="block truncate text-13 text-muted">
          {row.memberName ?? row.authorizationId} · <Time at={row.created} as="relative" />
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
