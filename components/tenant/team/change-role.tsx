"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { nameOfRole } from "@/components/shared/team/roles";
import { messageOf, useTRPC, useTRPCClient } from "@/components/trpc/client";
import { Dialog } from "@/components/ui/feedback/dialog";
import { DialogForm } from "@/components/ui/feedback/dialog-form";
import { toast } from "@/components/ui/feedback/toast";
import type { Team } from "@/server/trpc/types";
import { useTenant } from "../shell/use-tenant";
import { RoleChoice } from "./role-choice";

type Person = Team["people"][number];

/** `person` null: closed. */
export function ChangeRole({ person, onClose }: { readonly person: Person | null; readonly onClose: () => void }) {
  return (
    <Dialog isOpen={person !== null} onClose={onClose} title="Change the role" purpose={person?.email ?? ""}>
      {person ? <Form person={person} onDone={onClose} /> : null}
    </Dialog>
  );
}

function Form({ person, onDone }: { readonly person: Person; readonly onDone: () => void }) {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const queryClient = useQueryClient();
  const { place } = useTenant();
  const [role, setRole] = useState(person.role);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const save = async () => {
    setBusy(true);
    try {
      await client.tenant.team.changeRole.mutate({ ...place, userId: person.userId, role });
      toast.success(`Role changed to ${nameOfRole(role)}`, { description: person.email });
      void queryClient.invalidateQueries({ queryKey: trpc.tenant.team.pathKey() });
      onDone();
    } catch (error) {
      setFailure(messageOf(error));
      setBusy(false);
    }
  };
  return (
    <DialogForm
      form={{
        onSubmit: (event) => {
          event.preventDefault();
          void save();
        },
      }}
      action="Change role"
      isBusy={isBusy}
      isOff={role === person.role}
      failure={failure}
    >
      <RoleChoice value={role} onChange={setRole} />
      <p className="text-13 text-muted">It applies to their next request.</p>
    </DialogForm>
  );
}
