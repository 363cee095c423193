"use client";

import { Plus } from "lucide-react";
import { useState } from "react";
import { usePlace } from "../console/use-place";
import { useTRPCClient } from "../trpc/client";
import { InviteDialog } from "./invite-dialog";
import { RoleChoice } from "./role-choice";
import type { Role } from "./roles";

export function InvitePerson() {
  const client = useTRPCClient();
  const place = usePlace();
  const [role, setRole] = useState<Role>("developer");
  return (
    <InviteDialog
      button={
        <>
          <Plus aria-hidden className="size-4" /> Invite
        </>
      }
      look="primary"
      title="Invite to the team"
      onInvite={(email) => client.team.invite.mutate({ ...place, email, role })}
    >
      <RoleChoice value={role} onChange={setRole} />
    </InviteDialog>
  );
}
