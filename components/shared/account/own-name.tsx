"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useForm } from "@/components/shared/forms/use-form";
import { useTRPCClient } from "@/components/trpc/client";
import { DialogForm } from "@/components/ui/feedback/dialog-form";
import { FormDialog } from "@/components/ui/feedback/form-dialog";
import { toast } from "@/components/ui/feedback/toast";
import { Field } from "@/components/ui/forms/field";

export function OwnName({ name }: { readonly name: string | null }) {
  return (
    <div className="flex items-center justify-between gap-4 rounded-8 border border-line px-4 py-3">
      <p className="min-w-0 text-14 wrap-anywhere">{name ?? <span className="text-muted">Not set</span>}</p>
      <FormDialog
        size="small"
        button={name === null ? "Add a name" : "Change"}
        title="Your name"
        form={(done) => <Form name={name} onDone={done} />}
      />
    </div>
  );
}

function Form({ name, onDone }: { readonly name: string | null; readonly onDone: () => void }) {
  const client = useTRPCClient();
  const queryClient = useQueryClient();
  const { field, form } = useForm({
    start: { name: name ?? "" },
    schema: () => import("@/server/contracts/portal/shared/account").then((contract) => contract.ChangeNameInput),
    toInput: (draft) => draft,
    send: (input) => client.shared.sessions.changeName.mutate({ name: input.name ?? "" }),
    onSent: () => {
      toast.success("Name saved");
      void queryClient.invalidateQueries();
      onDone();
    },
  });
  return (
    <DialogForm {...form} action="Save">
      <Field {...field("name")} label="Name" autoComplete="name" help="Your team sees it beside your email." />
    </DialogForm>
  );
}
