"use client";

import { Plus } from "lucide-react";
import { useState } from "react";
import { usePlace } from "@/components/shared/console/use-place";
import { InviteDialog } from "@/components/shared/team/invite-dialog";
import type { Role } from "@/components/shared/team/roles";
import { useTRPCClient } from "@/components/trpc/client";
import { RoleChoice } from "./role-choice";

const START: Role = "developer";

export function InvitePerson() {
  const client = useTRPCClient();
  const place = usePlace();
  const [role, setRole] = useState<Role>(START);
  return (
    <InviteDialog
      button={
        <>
          <Plus aria-hidden className="size-4" /> Invite
        </>
      }
      look="primary"
      title="Invite to the team"
      onInvite={(input) => client.tenant.team.invite.mutate({ ...place, ...input, role })}
      onClosed={() => setRole(START)}
    >
      <RoleChoice value={role} onChange={setRole} />
    </InviteDialog>
  );
}
