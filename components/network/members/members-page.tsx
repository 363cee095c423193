"use client";

import { Users } from "lucide-react";
import { timeColumn } from "@/components/shared/console/columns";
import { Money } from "@/components/shared/money/money";
import { useTRPC } from "@/components/trpc/client";
import { Empty } from "@/components/ui/feedback/states";
import { PageHead } from "@/components/ui/layout/page-head";
import type { Column } from "@/components/ui/tables/data-table";
import { ListSection } from "@/components/ui/tables/list-section";
import { SearchField } from "@/components/ui/tables/search-field";
import { CopyId } from "@/components/ui/values/copy-id";
import type { Listed } from "@/server/trpc/types";
import { useNetwork } from "../shell/use-network";
import { useNetworkList } from "../shell/use-network-list";

type NetworkMember = Listed<"network", "members">;

function FirstBalance({ accounts }: Pick<NetworkMember, "accounts">) {
  const [first, ...others] = accounts;
  if (!first) return <span className="text-muted">No account</span>;
  return (
    <span>
      <Money amount={first.available} currency={first.currency} />
      {others.length > 0 ? <span className="ml-2 text-13 text-muted">+{others.length}</span> : null}
    </span>
  );
}

const COLUMNS: readonly Column<NetworkMember>[] = [
  { id: "name", minWidth: 170, isText: true, header: "Member", sortBy: "name", cell: ({ name }) => name },
  {
    id: "tenant",
    minWidth: 150,
    isText: true,
    header: "Issued by",
    sortBy: "tenant",
    cell: ({ tenantTitle }) => tenantTitle,
  },
  { id: "id", drops: 1, minWidth: 136, header: "ID", cell: ({ id }) => <CopyId id={id} /> },
  timeColumn("Since"),
  {
    id: "available",
    minWidth: 150,
    header: "Available",
    cell: (row) => <FirstBalance accounts={row.accounts} />,
    isNumeric: true,
  },
];

export function MembersPage() {
  const trpc = useTRPC();
  const { at } = useNetwork();
  const list = useNetworkList(trpc.network.members.list, "members");
  return (
    <>
      <PageHead title="Members" purpose="Members of every tenant, with their accounts and cards." />
      <ListSection
        list={list}
        first={<SearchField label="Name or any ID" />}
        what="Members"
        empty={
          <Empty icon={Users} title="No members yet">
            Members appear here when a tenant creates them.
          </Empty>
        }
        noResults="No members match these filters in this environment."
        label="Members"
        columns={COLUMNS}
        hrefOf={({ id }) => at(`/network/members/${id}`)}
        headOf={({ name }) => ({ title: name })}
        listRow={(member) => (
          <>
            <span className="flex items-center justify-between gap-3 text-14 font-medium">
              <span className="min-w-0 truncate">{member.name}</span>
              <FirstBalance accounts={member.accounts} />
            </span>
            <span className="mt-1 block truncate text-13 text-muted">{member.tenantTitle}</span>
          </>
        )}
      />
    </>
  );
}
