"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { InviteMemberInput } from "@/server/contracts/portal-tenant";
import type { MemberDetail } from "@/server/trpc/types";
import { useTenant } from "../console/use-tenant";
import { InvitationLink } from "../team/invitation-link";
import { useTRPC, useTRPCClient } from "../trpc/client";
import { Button } from "../ui/button";
import { Dialog } from "../ui/dialog";
import { DialogForm } from "../ui/dialog-form";
import { Field } from "../ui/field";
import { SectionHead } from "../ui/page-head";
import { Time } from "../ui/time";
import { useForm } from "../ui/use-form";

/** Who signs in to this member's wallet, and how somebody gets there. */
export function WalletAccess({ member }: { readonly member: MemberDetail }) {
  const trpc = useTRPC();
  const { may } = useTenant();
  const { data: me } = useQuery(trpc.sessions.me.queryOptions());
  const { login, invited } = member.wallet;
  const canInvite = login === null && may("manage_members") && me?.isShared === false;
  return (
    <section className="mt-6">
      <SectionHead title="Wallet" />
      <div className="rounded-8 border border-line p-4 text-14">
        {login === null ? (
          <p className="text-muted">
            {invited ? (
              <>
                <span className="break-all text-text">{invited.email}</span> is invited, until{" "}
                <Time at={invited.expiresAt} />.
              </>
            ) : (
              "Nobody signs in to it yet: codes, agreements and cards wait there for the member."
            )}
          </p>
        ) : (
          <p>
            <span className="break-all">{login}</span> <span className="text-muted">signs in to it.</span>
          </p>
        )}
        {canInvite ? (
          <div className="mt-3">
            <Invite member={member} />
          </div>
        ) : null}
      </div>
    </section>
  );
}

/** The button, the form, and then the link once. Closing forgets it. */
function Invite({ member: { id, name, wallet } }: { readonly member: MemberDetail }) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  const [link, setLink] = useState<string | null>(null);
  const close = () => {
    setOpen(false);
    setLink(null);
    void queryClient.invalidateQueries({ queryKey: trpc.members.pathKey() });
  };
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)}>
        {wallet.invited ? "Invite again" : "Invite to the wallet"}
      </Button>
      <Dialog
        isOpen={isOpen}
        onClose={close}
        isHeld={link !== null}
        title={link ? "Invited" : "Invite to the wallet"}
        {...(link ? {} : { purpose: `Whoever follows the link spends from the accounts of ${name}.` })}
      >
        {link ? <InvitationLink link={link} onDone={close} /> : <Form id={id} onInvited={setLink} />}
      </Dialog>
    </>
  );
}

function Form({ id, onInvited }: { readonly id: string; readonly onInvited: (link: string) => void }) {
  // Not through the query client: the answer holds the link, which no cache may ever have.
  const client = useTRPCClient();
  const { place } = useTenant();
  const { draft, change, issues, failure, isBusy, form } = useForm({
    start: { email: "" },
    schema: InviteMemberInput,
    toInput: ({ email }) => ({ id, email }),
    send: (input) => client.members.inviteToWallet.mutate({ ...place, ...input }),
    onSent: ({ link }) => onInvited(link),
  });
  return (
    <DialogForm form={form} action="Invite" isBusy={isBusy} failure={failure}>
      <Field
        label="The member’s e-mail"
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
