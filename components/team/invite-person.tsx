"use client";

import { Plus } from "lucide-react";
import { useState } from "react";
import { usePlace } from "../console/use-place";
import { useTRPCClient } from "../trpc/client";
import { InviteDialog } from "./invite-dialog";
import { RoleChoice } from "./role-choice";
import type { Role } from "./roles";

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
      onInvite={(input) => client.team.invite.mutate({ ...place, ...input, role })}
      onClosed={() => setRole(START)}
    >
      <RoleChoice value={role} onChange={setRole} />
    </InviteDialog>
  );
}
