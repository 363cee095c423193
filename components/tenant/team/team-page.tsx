"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useState } from "react";
import { ConsoleHead } from "@/components/shared/console/console-head";
import { usePlace } from "@/components/shared/console/use-place";
import { InviteDialog } from "@/components/shared/team/invite-dialog";
import { nameOfRole, type Role } from "@/components/shared/team/roles";
import { messageOf, useTRPC } from "@/components/trpc/client";
import { Unread } from "@/components/ui/feedback/states";
import { toast } from "@/components/ui/feedback/toast";
import { Button } from "@/components/ui/forms/button";
import { SectionHead } from "@/components/ui/layout/page-head";
import { type Column, DataTable } from "@/components/ui/tables/data-table";
import { Time } from "@/components/ui/values/time";
import type { Team } from "@/server/trpc/types";
import { useTenant } from "../shell/use-tenant";
import { PeopleTable } from "./people-table";
import { RoleChoice } from "./role-choice";

/** People and invitations. The team is the same in test and live. */
export function TeamPage() {
  const trpc = useTRPC();
  const place = usePlace();
  const { may } = useTenant();
  const team = useQuery(trpc.tenant.team.list.queryOptions(place));
  return (
    <>
      <ConsoleHead
        title="Team"
        purpose="People who can sign in, for both sandbox and live."
        action={may("manage_team") ? <InvitePerson /> : null}
      />
      <Unread what="Your team" query={team} rows={3} />
      {team.data ? <PeopleTable people={team.data.people} /> : null}
      {team.data && team.data.invitations.length > 0 ? (
        <section className="mt-8">
          <SectionHead title="Invited" />
          <InvitationsTable invitations={team.data.invitations} />
        </section>
      ) : null}
    </>
  );
}

const INITIAL_ROLE: Role = "developer";

function InvitePerson() {
  const trpc = useTRPC();
  const place = usePlace();
  const [role, setRole] = useState<Role>(INITIAL_ROLE);
  return (
    <InviteDialog
      icon={Plus}
      button="Invite"
      look="primary"
      title="Invite to the team"
      mutation={trpc.tenant.team.invite.mutationOptions()}
      variables={(input) => ({ ...place, ...input, role })}
      onClosed={() => setRole(INITIAL_ROLE)}
    >
      <RoleChoice value={role} onChange={setRole} />
    </InviteDialog>
  );
}

type Invitation = Team["invitations"][number];

/** Open invitations. Withdrawing one makes its link invalid. */
function InvitationsTable({ invitations }: { readonly invitations: readonly Invitation[] }) {
  const trpc = useTRPC();
  const { place, may } = useTenant();
  const withdraw = useMutation(
    trpc.tenant.team.revokeInvitation.mutationOptions({
      onSuccess: () => {
        toast.success("Invitation withdrawn", { description: "Its link no longer works." });
      },
      onError: (error) => toast.error(messageOf(error)),
    }),
  );
  const actionOf = ({ id, email }: Invitation) =>
    may("manage_team") ? (
      <Button
        size="small"
        aria-label={`Withdraw the invitation of ${email}`}
        isBusy={withdraw.isPending && withdraw.variables.id === id}
        onClick={() => withdraw.mutate({ ...place, id })}
      >
        Withdraw
      </Button>
    ) : null;
  const columns: Column<Invitation>[] = [
    {
      id: "email",
      minWidth: 180,
      isText: true,
      header: "Email",
      cell: ({ email }) => <span className="font-medium">{email}</span>,
    },
    { id: "role", minWidth: 96, header: "Role", cell: ({ role }) => nameOfRole(role) },
    { id: "by", minWidth: 120, isText: true, header: "By", cell: ({ invitedBy }) => invitedBy },
    { id: "until", minWidth: 190, header: "Link works until", cell: ({ expiresAt }) => <Time at={expiresAt} /> },
    { id: "actions", minWidth: 120, header: "Actions", isHeaderHidden: true, isNumeric: true, cell: actionOf },
  ];
  return (
    <DataTable
      label="Invitations"
      columns={columns}
      rows={invitations}
      keyOf={({ id }) => id}
      listRow={(invitation) => (
        <div className="flex items-center justify-between gap-3">
          <div className="min-w-0">
            <p className="truncate text-14 font-medium">{invitation.email}</p>
            <p className="text-13 text-muted">{nameOfRole(invitation.role)}</p>
          </div>
          {actionOf(invitation)}
        </div>
      )}
    />
  );
}
