"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { InviteOwnerInput } from "@/server/contracts/network";
import { InvitationLink } from "../team/invitation-link";
import { useTRPC, useTRPCClient } from "../trpc/client";
import { Button } from "../ui/button";
import { Dialog } from "../ui/dialog";
import { DialogForm } from "../ui/dialog-form";
import { Field } from "../ui/field";
import { useForm } from "../ui/use-form";
import { useNetwork } from "./use-network";

/** For a tenant that nobody owns: the button, the form, and then the link once. */
export function InviteOwner({ slug }: { readonly slug: string }) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  const [link, setLink] = useState<string | null>(null);
  const close = () => {
    setOpen(false);
    setLink(null);
    void queryClient.invalidateQueries({ queryKey: trpc.networkAudit.pathKey() });
  };
  return (
    <>
      <Button onClick={() => setOpen(true)}>Invite the owner</Button>
      <Dialog isOpen={isOpen} onClose={close} isHeld={link !== null} title={link ? "Invited" : "Invite the owner"}>
        {link ? <InvitationLink link={link} onDone={close} /> : <Form slug={slug} onInvited={setLink} />}
      </Dialog>
    </>
  );
}

function Form({ slug, onInvited }: { readonly slug: string; readonly onInvited: (link: string) => void }) {
  // Not through the query client: the answer holds the link, which no cache may ever have.
  const client = useTRPCClient();
  const { place } = useNetwork();
  const { draft, change, issues, failure, isBusy, form } = useForm({
    start: { email: "" },
    schema: InviteOwnerInput,
    toInput: ({ email }) => ({ slug, email }),
    send: (input) => client.networkTenants.inviteOwner.mutate({ ...place, ...input }),
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
    </DialogForm>
  );
}
