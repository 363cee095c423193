"use client";

import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { InvitedInput } from "@/server/contracts/people";
import { Button } from "../ui/button";
import { Dialog } from "../ui/dialog";
import { DialogForm } from "../ui/dialog-form";
import { Field } from "../ui/field";
import { ShownOnce } from "../ui/show-once";
import { useForm } from "../ui/use-form";

interface InviteDialogProps {
  /** The button that opens it. */
  readonly button: ReactNode;
  readonly look?: "primary" | "secondary";
  readonly size?: "small" | "medium";
  /** To what: "Invite to the team". */
  readonly title: string;
  readonly purpose?: string;
  /** Whose e-mail. */
  readonly label?: string;
  /** Not through the query client: the answer holds the link, which no cache may ever have. */
  readonly onInvite: (email: string) => Promise<{ readonly link: string }>;
  /** What else is chosen, below the e-mail. */
  readonly children?: ReactNode;
}

/** The button, the form, and then the link once. Closing forgets it. */
export function InviteDialog({
  button,
  look = "secondary",
  size = "medium",
  title,
  purpose,
  ...form
}: InviteDialogProps) {
  const queryClient = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  const [link, setLink] = useState<string | null>(null);
  const close = () => {
    setOpen(false);
    setLink(null);
    void queryClient.invalidateQueries();
  };
  return (
    <>
      <Button look={look} size={size} onClick={() => setOpen(true)}>
        {button}
      </Button>
      <Dialog
        isOpen={isOpen}
        onClose={close}
        isHeld={link !== null}
        title={link ? "Invited" : title}
        {...(purpose && !link ? { purpose } : {})}
      >
        {link ? (
          <ShownOnce values={[{ label: "Link", value: link }]} onDone={close}>
            It is on its way by e-mail. Here it is too, should the letter not arrive: it works once, for seven days, for
            whoever has it.
          </ShownOnce>
        ) : (
          <InviteForm {...form} onInvited={setLink} />
        )}
      </Dialog>
    </>
  );
}

interface InviteFormProps extends Pick<InviteDialogProps, "label" | "onInvite" | "children"> {
  readonly onInvited: (link: string) => void;
}

function InviteForm({ label = "E-mail", onInvite, children, onInvited }: InviteFormProps) {
  const { draft, change, issues, failure, isBusy, form } = useForm({
    start: { email: "" },
    schema: InvitedInput,
    send: ({ email }) => onInvite(email),
    onSent: ({ link }) => onInvited(link),
  });
  return (
    <DialogForm form={form} action="Invite" isBusy={isBusy} failure={failure}>
      <Field
        label={label}
        name="email"
        type="email"
        autoComplete="off"
        value={draft.email}
        onChange={(event) => change({ email: event.target.value })}
        error={issues.email}
      />
      {children}
    </DialogForm>
  );
}
