"use client";

import { useQueryClient } from "@tanstack/react-query";
import type { ComponentProps, ReactNode } from "react";
import { DialogForm } from "@/components/ui/feedback/dialog-form";
import { FormDialog } from "@/components/ui/feedback/form-dialog";
import { ShownOnce } from "@/components/ui/feedback/show-once";
import { Field } from "@/components/ui/forms/field";
import { useForm } from "../forms/use-form";

interface InviteFormProps {
  readonly label?: string;
  /** Must not use the query client: the answer contains the secret link, which must never be cached. */
  readonly onInvite: (input: { readonly email: string; readonly key: string }) => Promise<{ readonly link: string }>;
  readonly children?: ReactNode;
}

type InviteDialogProps = InviteFormProps & { readonly onClosed?: () => void } & Pick<
    ComponentProps<typeof FormDialog>,
    "button" | "look" | "size" | "title" | "purpose"
  >;

/** Shows the invitation link once, and forgets it when the dialog closes. */
export function InviteDialog({ label, onInvite, children, onClosed, ...dialog }: InviteDialogProps) {
  const queryClient = useQueryClient();
  return (
    <FormDialog<string>
      {...dialog}
      form={(done) => (
        <InviteForm onInvited={done} onInvite={onInvite} {...(label ? { label } : {})}>
          {children}
        </InviteForm>
      )}
      shown={{
        title: "Invited",
        of: (link, close) => (
          <ShownOnce values={[{ label: "Link", value: link }]} onDone={close}>
            We’ve emailed the link. You can also share it yourself: it works once, for seven days, for anyone who has
            it. One address gets at most three invitations a day.
          </ShownOnce>
        ),
      }}
      onClosed={() => {
        onClosed?.();
        void queryClient.invalidateQueries();
      }}
    />
  );
}

function InviteForm(props: InviteFormProps & { readonly onInvited: (link: string) => void }) {
  const { label = "Email", onInvite, children, onInvited } = props;
  const { field, form } = useForm({
    start: { email: "" },
    schema: () => import("@/server/contracts/portal/shared/account").then((contract) => contract.InvitedInput),
    send: ({ email }, key) => onInvite({ email, key }),
    onSent: ({ link }) => onInvited(link),
  });
  return (
    <DialogForm {...form} action="Invite">
      <Field {...field("email")} label={label} type="email" autoComplete="off" />
      {children}
    </DialogForm>
  );
}
