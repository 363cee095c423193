"use client";

import { useMutation } from "@tanstack/react-query";
import { ShieldCheck, UserCog, UserMinus } from "lucide-react";
import { useState } from "react";
import { nameOfRole } from "@/components/shared/team/roles";
import { messageOf, useTRPC } from "@/components/trpc/client";
import { toast } from "@/components/ui/feedback/toast";
import { TypedConfirm } from "@/components/ui/feedback/typed-confirm";
import { ActionsMenu } from "@/components/ui/layout/actions-menu";
import type { Column } from "@/components/ui/tables/data-table";
import { SmallTable } from "@/components/ui/tables/small-table";
import { Time } from "@/components/ui/values/time";
import type { Team } from "@/server/trpc/types";
import { useTenant } from "../shell/use-tenant";
import { ChangeRole } from "./change-role";

type Person = Team["people"][number];

interface Open {
  readonly what: "role" | "remove";
  readonly person: Person;
}

export function PeopleTable({ people }: { readonly people: readonly Person[] }) {
  const trpc = useTRPC();
  const { place, may } = useTenant();
  const [open, setOpen] = useState<Open | null>(null);
  const remove = useMutation(
    trpc.tenant.team.remove.mutationOptions({
      onSuccess: () => {
        toast.success("Removed from the team", { description: open?.person.email });
        setOpen(null);
      },
      onError: (error) => toast.error(messageOf(error)),
    }),
  );
  const menuOf = (person: Person) => {
    const mayManage = may(person.role === "owner" ? "manage_owners" : "manage_team");
    if (!mayManage || person.isYou) return null;
    return (
      <ActionsMenu
        label={`Actions for ${person.email}`}
        actions={[
          { label: "Change role", icon: UserCog, onSelect: () => setOpen({ what: "role", person }) },
          { label: "Remove", icon: UserMinus, isDanger: true, onSelect: () => setOpen({ what: "remove", person }) },
        ]}
      />
    );
  };
  const columns: Column<Person>[] = [
    {
      id: "email",
      minWidth: 240,
      isText: true,
      header: "Person",
      sortBy: "person",
      orderOf: ({ name, email }) => name ?? email,
      cell: (person) => <Email {...person} />,
    },
    {
      id: "role",
      minWidth: 96,
      header: "Role",
      sortBy: "role",
      orderOf: ({ role }) => nameOfRole(role),
      cell: ({ role }) => nameOfRole(role),
    },
    { id: "second", minWidth: 120, header: "Second factor", cell: (person) => <SecondFactor {...person} /> },
    {
      id: "seen",
      minWidth: 120,
      header: "Last seen",
      sortBy: "-seen",
      orderOf: ({ lastSeenAt }) => Date.parse(lastSeenAt ?? "1970-01-01"),
      cell: (person) => <Seen {...person} />,
    },
    { id: "actions", minWidth: 64, header: "Actions", isHeaderHidden: true, isNumeric: true, cell: menuOf },
  ];
  return (
    <>
      <SmallTable
        label="People"
        textOf={({ name, email }) => `${name ?? ""} ${email}`}
        searchBy="Name or email"
        columns={columns}
        rows={people}
        keyOf={({ userId }) => userId}
        listRow={(person) => (
          <div className="flex items-center gap-3">
            <div className="min-w-0 flex-1">
              <p className="truncate text-14">
                <Email {...person} />
              </p>
              <p className="text-13 text-muted">
                {nameOfRole(person.role)} · {person.hasSecondFactor ? "Second factor on" : "No second factor"}
              </p>
            </div>
            {menuOf(person)}
          </div>
        )}
      />
      <ChangeRole person={open?.what === "role" ? open.person : null} onClose={() => setOpen(null)} />
      <TypedConfirm
        isOpen={open?.what === "remove"}
        onClose={() => setOpen(null)}
        title="Remove from the team"
        word={open?.person.email ?? ""}
        action="Remove"
        isBusy={remove.isPending}
        onConfirm={() => (open ? remove.mutate({ ...place, userId: open.person.userId }) : undefined)}
      >
        They lose access immediately. Keys they created keep working, so roll any they’ve seen.
      </TypedConfirm>
    </>
  );
}

/** Always shows the email too, because a name can be anything. */
function Email({ name, email, isYou }: Person) {
  return (
    <>
      <span className="font-medium">{name ?? email}</span>
      {isYou ? <span className="ml-2 text-13 text-muted">You</span> : null}
      {name ? <span className="block text-13 text-muted">{email}</span> : null}
    </>
  );
}

function SecondFactor({ hasSecondFactor }: Person) {
  if (!hasSecondFactor) return <span className="text-muted">Off</span>;
  return (
    <span className="inline-flex items-center gap-1.5">
      <ShieldCheck aria-hidden className="size-4 text-good" /> On
    </span>
  );
}

function Seen({ lastSeenAt }: Person) {
  return lastSeenAt ? <Time at={lastSeenAt} as="relative" /> : <span className="text-muted">Not recently</span>;
}
