"use client";

import { useForm } from "@/components/shared/forms/use-form";
import { useTRPCClient } from "@/components/trpc/client";
import { DialogForm } from "@/components/ui/feedback/dialog-form";
import { Field } from "@/components/ui/forms/field";

interface RenamePasskeyProps {
  readonly id: string;
  readonly name: string;
  readonly onDone: (name: string) => void;
}

export function RenamePasskey({ id, name, onDone }: RenamePasskeyProps) {
  const { passkeys } = useTRPCClient().shared;
  const { field, form } = useForm({
    start: { name },
    schema: () => import("@/server/contracts/portal/shared/passkeys").then((contract) => contract.RenamePasskeyInput),
    toInput: (draft) => ({ ...draft, id }),
    send: async (input) => {
      await passkeys.rename.mutate(input);
      return input.name;
    },
    onSent: onDone,
  });
  return (
    <DialogForm {...form} action="Rename">
      <Field {...field("name")} label="Name" maxLength={80} help="To tell it apart from others, like “Work laptop”." />
    </DialogForm>
  );
}
