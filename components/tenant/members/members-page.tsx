"use client";

import { Upload, Users } from "lucide-react";
import { useState } from "react";
import { timeColumn } from "@/components/shared/console/columns";
import { ConsoleHead } from "@/components/shared/console/console-head";
import { pathOf, usePlace } from "@/components/shared/console/use-place";
import { useTRPC } from "@/components/trpc/client";
import { Empty } from "@/components/ui/feedback/states";
import { Button } from "@/components/ui/forms/button";
import { useLazyWhenOpen } from "@/components/ui/layout/use-lazy-when-open";
import type { Column } from "@/components/ui/tables/data-table";
import { ListSection } from "@/components/ui/tables/list-section";
import { SearchField } from "@/components/ui/tables/search-field";
import { CopyId } from "@/components/ui/values/copy-id";
import { Count } from "@/components/ui/values/count";
import type { Listed } from "@/server/trpc/types";
import { BulkProgress } from "../bulk/bulk-act";
import { LiveGate, useIsOpen, useSetUp } from "../shell/live-gate";
import { useTenantList } from "../shell/use-tenant-list";
import { CreateMember } from "./create-member";

type ListedMember = Listed<"tenant", "members">;

const COLUMNS: readonly Column<ListedMember>[] = [
  { id: "name", minWidth: 200, isText: true, header: "Member", sortBy: "name", cell: ({ name }) => name },
  { id: "id", drops: 1, minWidth: 136, header: "ID", cell: ({ id }) => <CopyId id={id} /> },
  {
    id: "accounts",
    minWidth: 120,
    isText: true,
    header: "Accounts",
    cell: ({ currencies }) => <Currencies of={currencies} />,
  },
  { id: "cards", minWidth: 124, header: "Open cards", isNumeric: true, sortBy: "-cards", cell: ({ cards }) => cards },
  timeColumn("Since"),
];

export function MembersPage() {
  const trpc = useTRPC();
  const place = usePlace();
  const isOpen = useIsOpen();
  const canCreate = useSetUp("manage_members");
  const list = useTenantList(trpc.tenant.members.list, "members");
  return (
    <>
      <ConsoleHead
        title="Members"
        purpose="People you issue accounts and cards to."
        action={
          canCreate ? (
            <div className="flex flex-wrap gap-2">
              <CreateMember />
              <ImportMembers />
            </div>
          ) : null
        }
      />
      <LiveGate what="live members" />
      <BulkProgress act="create_members" subject={null} />
      <ListSection
        list={list}
        first={<SearchField label="Search members" placeholder="Name or ID" />}
        what="Your members"
        skeleton={4}
        empty={
          isOpen ? (
            <Empty icon={Users} title="No members">
              {canCreate ? "Create a member, open an account, and issue a card." : "No one has created one yet."}
            </Empty>
          ) : null
        }
        noResults="Enter part of a name or a full ID."
        label="Members"
        columns={COLUMNS}
        hrefOf={({ id }) => pathOf(place, `members/${id}`)}
        headOf={({ name }) => ({ title: name })}
        listRow={({ name, currencies, cards }) => (
          <span className="block">
            <span className="block truncate text-14 font-medium">{name}</span>
            <span className="block text-13 text-muted">
              {currencies.length > 0 ? currencies.join(", ") : "No account"} · <Count of={cards} one="open card" />
            </span>
          </span>
        )}
      />
    </>
  );
}

function Currencies({ of }: { readonly of: readonly string[] }) {
  return of.length > 0 ? of.join(", ") : <span className="text-muted">None</span>;
}

const loadDialog = () => import("./import/import-dialog").then((module) => module.ImportDialog);

function ImportMembers() {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  const Box = useLazyWhenOpen(loadDialog, isOpen, close);
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        <Upload aria-hidden className="size-4" /> Import CSV
      </Button>
      {Box ? <Box isOpen={isOpen} onClose={close} /> : null}
    </>
  );
}
