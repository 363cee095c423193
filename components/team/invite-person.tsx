"use client";

import { useQueryClient } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useState } from "react";
import { TeamInviteInput } from "@/server/contracts/team";
import { usePlace } from "../console/use-place";
import { useTRPC, useTRPCClient } from "../trpc/client";
import { Button } from "../ui/button";
import { Dialog } from "../ui/dialog";
import { DialogForm } from "../ui/dialog-form";
import { Field } from "../ui/field";
import { useForm } from "../ui/use-form";
import { InvitationLink } from "./invitation-link";
import { RoleChoice } from "./role-choice";
import type { Role } from "./roles";

/** The button, the form, and then the link once. Closing forgets it. */
export function InvitePerson() {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  const [link, setLink] = useState<string | null>(null);
  const close = () => {
    setOpen(false);
    setLink(null);
    void queryClient.invalidateQueries({ queryKey: trpc.team.pathKey() });
  };
  return (
    <>
      <Button look="primary" onClick={() => setOpen(true)}>
        <Plus aria-hidden className="size-4" /> Invite
      </Button>
      <Dialog isOpen={isOpen} onClose={close} isHeld={link !== null} title={link ? "Invited" : "Invite to the team"}>
        {link ? <InvitationLink link={link} onDone={close} /> : <Form onInvited={setLink} />}
      </Dialog>
    </>
  );
}

function Form({ onInvited }: { readonly onInvited: (link: string) => void }) {
  // Not through the query client: the answer holds the link, which no cache may ever have.
  const client = useTRPCClient();
  const place = usePlace();
  const { draft, change, issues, failure, isBusy, form } = useForm({
    start: { email: "", role: "developer" as Role },
    schema: TeamInviteInput,
    toInput: (typed) => ({ ...place, ...typed }),
    send: (input) => client.team.invite.mutate(input),
    onSent: ({ link }) => onInvited(link),
  });
  return (
    <DialogForm form={form} action="Invite" isBusy={isBusy} failure={failure}>
      <Field
        label="E-mail"
        name="email"
        type="email"
        autoComplete="off"
        value={draft.email}
        onChange={(event) => change({ email: event.target.value })}
        error={issues.email}
      />
      <RoleChoice value={draft.role} onChange={(role) => change({ role })} />
    </DialogForm>
  );
}
