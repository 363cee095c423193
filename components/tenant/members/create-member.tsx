"use client";

import { useQueryClient } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useRouter } from "next/navigation";
import { pathOf, usePlace } from "@/components/shared/console/use-place";
import { useForm } from "@/components/shared/forms/use-form";
import { useTRPC, useTRPCClient } from "@/components/trpc/client";
import { DialogForm } from "@/components/ui/feedback/dialog-form";
import { FormDialog } from "@/components/ui/feedback/form-dialog";
import { toast } from "@/components/ui/feedback/toast";
import { Field } from "@/components/ui/forms/field";

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
    schema: () => import("@/server/contracts/portal/tenant/setup").then((contract) => contract.NewMemberInput),
    send: (input) => client.tenant.members.create.mutate({ ...place, ...input }),
    onSent: ({ id }) => {
      toast.success("Member created", { description: draft.name });
      void queryClient.invalidateQueries({ queryKey: trpc.tenant.members.list.queryKey() });
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
