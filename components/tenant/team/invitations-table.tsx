"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { nameOfRole } from "@/components/shared/team/roles";
import { messageOf, useTRPC } from "@/components/trpc/client";
import { toast } from "@/components/ui/feedback/toast";
import { Button } from "@/components/ui/forms/button";
import { type Column, DataTable } from "@/components/ui/tables/data-table";
import { Time } from "@/components/ui/values/time";
import type { Team } from "@/server/trpc/types";
import { useTenant } from "../shell/use-tenant";

type Invitation = Team["invitations"][number];

/** Open invitations. Withdrawing one makes its link invalid. */
export function InvitationsTable({ invitations }: { readonly invitations: readonly Invitation[] }) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const { place, may } = useTenant();
  const withdraw = useMutation(
    trpc.tenant.team.revokeInvitation.mutationOptions({
      onSuccess: () => {
        toast.success("Invitation withdrawn", { description: "Its link no longer works." });
        return queryClient.invalidateQueries({ queryKey: trpc.tenant.team.pathKey() });
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
      room: 180,
      isText: true,
      header: "Email",
      cell: ({ email }) => <span className="font-medium">{email}</span>,
    },
    { id: "role", room: 96, header: "Role", cell: ({ role }) => nameOfRole(role) },
    { id: "by", room: 120, isText: true, header: "By", cell: ({ invitedBy }) => invitedBy },
    { id: "until", room: 190, header: "Link works until", cell: ({ expiresAt }) => <Time at={expiresAt} /> },
    { id: "action", room: 120, header: "Actions", isHeaderHidden: true, isNumeric: true, cell: actionOf },
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
