"use client";

import { useQueryClient } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useRouter } from "next/navigation";
import { toast } from "sonner";
import { NewMemberInput } from "@/server/contracts/portal-tenant";
import { pathOf, usePlace } from "../console/use-place";
import { useTRPC, useTRPCClient } from "../trpc/client";
import { DialogForm } from "../ui/dialog-form";
import { Field } from "../ui/field";
import { FormDialog } from "../ui/form-dialog";
import { useForm } from "../ui/use-form";

/** The button and its form; then the page of the new member. */
export function CreateMember() {
  return (
    <FormDialog
      look="primary"
      button={
        <>
          <Plus aria-hidden className="size-4" /> Create member
        </>
      }
      title="New member"
      isInAddress
      form={(done) => <Form onDone={done} />}
    />
  );
}

function Form({ onDone }: { readonly onDone: () => void }) {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const queryClient = useQueryClient();
  const router = useRouter();
  const place = usePlace();
  const { draft, field, form } = useForm({
    start: { name: "" },
    schema: NewMemberInput,
    send: (input) => client.members.create.mutate({ ...place, ...input }),
    onSent: ({ id }) => {
      toast.success("Member created", { description: draft.name });
      void queryClient.invalidateQueries({ queryKey: trpc.members.list.queryKey() });
      onDone();
      router.push(pathOf(place, `members/${id}`));
    },
  });
  return (
    <DialogForm {...form} action="Create member">
      <Field {...field("name")} label="Name" autoComplete="off" />
    </DialogForm>
  );
}
