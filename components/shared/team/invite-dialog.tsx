"use client";

import type { ComponentProps, ReactNode } from "react";
import { DialogForm } from "@/components/ui/feedback/dialog-form";
import { FormDialog } from "@/components/ui/feedback/form-dialog";
import { ShownOnce } from "@/components/ui/feedback/show-once";
import { Field } from "@/components/ui/forms/field";
import { type Sending, useForm } from "../forms/use-form";

interface Invited {
  readonly email: string;
  readonly key: string;
}

interface InviteFormProps<Variables> extends Sending<Invited, Variables, { readonly link: string }> {
  readonly label?: string;
  readonly children?: ReactNode;
}

type InviteDialogProps<Variables> = InviteFormProps<Variables> & { readonly onClosed?: () => void } & Pick<
    ComponentProps<typeof FormDialog>,
    "icon" | "button" | "look" | "size" | "title" | "purpose"
  >;

/** Shows the invitation link once, and forgets it when the dialog closes. */
export function InviteDialog<Variables>(props: InviteDialogProps<Variables>) {
  const { label, mutation, variables, children, ...dialog } = props;
  return (
    <FormDialog<string>
      {...dialog}
      form={(done) => (
        <InviteForm onInvited={done} mutation={mutation} variables={variables} {...(label ? { label } : {})}>
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
    />
  );
}

function InviteForm<Variables>(props: InviteFormProps<Variables> & { readonly onInvited: (link: string) => void }) {
  const { label = "Email", mutation, variables, children, onInvited } = props;
  const { field, form } = useForm({
    start: { email: "" },
    schema: () => import("@/server/contracts/portal/shared/account").then((contract) => contract.InvitedInput),
    mutation,
    variables: ({ email }, key) => variables({ email, key }, key),
    onSent: ({ link }) => onInvited(link),
  });
  return (
    <DialogForm {...form} action="Invite">
      <Field {...field("email")} label={label} type="email" autoComplete="off" />
      {children}
    </DialogForm>
  );
}
