"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { nameOfRole } from "@/components/shared/team/roles";
import { messageOf, useTRPC } from "@/components/trpc/client";
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
  const { place } = useTenant();
  const [role, setRole] = useState(person.role);
  const change = useMutation(
    trpc.tenant.team.changeRole.mutationOptions({
      onSuccess: () => {
        toast.success(`Role changed to ${nameOfRole(role)}`, { description: person.email });
        onDone();
      },
    }),
  );
  return (
    <DialogForm
      form={{
        onSubmit: (event) => {
          event.preventDefault();
          change.mutate({ ...place, userId: person.userId, role });
        },
      }}
      action="Change role"
      isBusy={change.isPending}
      isOff={role === person.role}
      failure={change.error ? messageOf(change.error) : undefined}
    >
      <RoleChoice value={role} onChange={setRole} />
      <p className="text-13 text-muted">It applies to their next request.</p>
    </DialogForm>
  );
}
