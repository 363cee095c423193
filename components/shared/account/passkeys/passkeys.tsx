"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { KeyRound, Pencil } from "lucide-react";
import { useState } from "react";
import { useForm } from "@/components/shared/forms/use-form";
import { useTRPC } from "@/components/trpc/client";
import { Dialog } from "@/components/ui/feedback/dialog";
import { DialogForm } from "@/components/ui/feedback/dialog-form";
import { Unread } from "@/components/ui/feedback/states";
import { toast } from "@/components/ui/feedback/toast";
import { Button } from "@/components/ui/forms/button";
import { Field } from "@/components/ui/forms/field";
import { useCheckedForm } from "@/components/ui/forms/use-checked-form";
import { Time } from "@/components/ui/values/time";
import { ProofFields } from "../proof-fields";
import { AddPasskey } from "./add-passkey";
import { proofIssues } from "./proof-issues";

type Open = "nothing" | "add" | { readonly to: "rename" | "remove"; readonly id: string; readonly name: string };

export function Passkeys({ hasSecondFactor }: { readonly hasSecondFactor: boolean }) {
  const trpc = useTRPC();
  const [open, setOpen] = useState<Open>("nothing");
  const passkeys = useQuery(trpc.shared.passkeys.list.queryOptions());
  const close = () => setOpen("nothing");
  const closeWith = (words: string, description?: string) => {
    close();
    toast.success(words, description ? { description } : {});
  };
  if (passkeys.data === undefined) return <Unread what="Your passkeys" query={passkeys} rows={1} />;
  const add = <Button onClick={() => setOpen("add")}>Add a passkey</Button>;
  const renaming = typeof open === "object" && open.to === "rename" ? open : null;
  const removing = typeof open === "object" && open.to === "remove" ? open : null;
  return (
    <>
      {passkeys.data.length > 0 ? (
        <>
          <ul className="divide-y divide-line rounded-8 border border-line">
            {passkeys.data.map(({ id, name, isBackedUp, createdAt, lastUsedAt }) => (
              <li key={id} className="flex min-h-[4.25rem] items-center gap-3 px-4 py-3">
                <KeyRound aria-hidden className="size-5 shrink-0 text-muted" strokeWidth={1.5} />
                <span className="min-w-0 flex-1">
                  <span className="block truncate text-14 font-medium">{name}</span>
                  <span className="block truncate text-13 text-muted">
                    {lastUsedAt ? "Last used " : "Added "}
                    <Time at={lastUsedAt ?? createdAt} as="relative" />
                    {isBackedUp ? " · Synced" : ""}
                  </span>
                </span>
                <Button
                  size="small"
                  look="quiet"
                  aria-label={`Rename ${name}`}
                  onClick={() => setOpen({ to: "rename", id, name })}
                >
                  <Pencil aria-hidden className="size-4" />
                </Button>
                <Button size="small" aria-label={`Remove ${name}`} onClick={() => setOpen({ to: "remove", id, name })}>
                  Remove
                </Button>
              </li>
            ))}
          </ul>
          <div className="mt-3">{add}</div>
        </>
      ) : (
        <div className="rounded-8 border border-line p-4">
          <p className="mb-4 text-14 text-muted">
            Sign in with your fingerprint, face, or device PIN. A passkey can’t be guessed or phished, and replaces both
            password and code.
          </p>
          {add}
        </div>
      )}
      <Dialog isOpen={open === "add"} onClose={close} title="Add a passkey" purpose="Your password keeps working.">
        <AddPasskey hasSecondFactor={hasSecondFactor} onDone={(name) => closeWith("Passkey added", name)} />
      </Dialog>
      <Dialog isOpen={renaming !== null} onClose={close} title="Rename this passkey">
        {renaming ? (
          <RenamePasskey id={renaming.id} name={renaming.name} onDone={(name) => closeWith("Passkey renamed", name)} />
        ) : null}
      </Dialog>
      <Dialog
        isOpen={removing !== null}
        onClose={close}
        title="Remove this passkey?"
        {...(removing ? { purpose: `“${removing.name}” can no longer sign you in.` } : {})}
      >
        {removing ? (
          <RemovePasskey
            id={removing.id}
            hasSecondFactor={hasSecondFactor}
            onDone={() => closeWith("Passkey removed", "Every other device was signed out.")}
          />
        ) : null}
      </Dialog>
    </>
  );
}

interface RenamePasskeyProps {
  readonly id: string;
  readonly name: string;
  readonly onDone: (name: string) => void;
}

function RenamePasskey({ id, name, onDone }: RenamePasskeyProps) {
  const trpc = useTRPC();
  const { field, form } = useForm({
    start: { name },
    schema: () => import("@/server/contracts/portal/shared/passkeys").then((contract) => contract.RenamePasskeyInput),
    toInput: (draft) => ({ ...draft, id }),
    mutation: trpc.shared.passkeys.rename.mutationOptions(),
    variables: (input) => input,
    onSent: (_, { name }) => onDone(name),
  });
  return (
    <DialogForm {...form} action="Rename">
      <Field {...field("name")} label="Name" maxLength={80} help="To tell it apart from others, like “Work laptop”." />
    </DialogForm>
  );
}

interface RemovePasskeyProps {
  readonly id: string;
  readonly hasSecondFactor: boolean;
  readonly onDone: () => void;
}

function RemovePasskey({ id, hasSecondFactor, onDone }: RemovePasskeyProps) {
  const trpc = useTRPC();
  const remove = useMutation(
    trpc.shared.passkeys.remove.mutationOptions({
      onSuccess: onDone,
      onError: (error) => show(proofIssues(error)),
    }),
  );
  const { form, issues, show } = useCheckedForm(
    () => import("@/server/contracts/portal/shared/account").then((contract) => contract.ProofInput),
    (proof) => remove.mutate({ id, ...proof }),
  );
  return (
    <DialogForm
      form={form}
      action="Remove"
      isDanger
      isBusy={remove.isPending}
      note="Every other device is signed out. Delete it from your device or password manager too."
    >
      <ProofFields issues={issues} hasSecondFactor={hasSecondFactor} />
    </DialogForm>
  );
}
