"use client";

import { useQueryClient } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { toast } from "sonner";
import { NewMemberInput } from "@/server/contracts/portal-tenant";
import { pathOf, usePlace } from "../console/use-place";
import { useTRPC, useTRPCClient } from "../trpc/client";
import { Button } from "../ui/button";
import { Dialog } from "../ui/dialog";
import { DialogForm } from "../ui/dialog-form";
import { Field } from "../ui/field";
import { useForm } from "../ui/use-form";
import { useNewInAddress } from "../ui/use-new-in-address";

/** The button and its form; then the page of the new member. */
export function CreateMember() {
  const [isOpen, setOpen] = useState(false);
  useNewInAddress(() => setOpen(true));
  const close = () => setOpen(false);
  return (
    <>
      <Button look="primary" onClick={() => setOpen(true)}>
        <Plus aria-hidden className="size-4" /> Create member
      </Button>
      <Dialog isOpen={isOpen} onClose={close} title="New member">
        <Form onDone={close} />
      </Dialog>
    </>
  );
}

function Form({ onDone }: { readonly onDone: () => void }) {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const queryClient = useQueryClient();
  const router = useRouter();
  const place = usePlace();
  const { draft, change, issues, failure, isBusy, form } = useForm({
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
    <DialogForm form={form} action="Create member" isBusy={isBusy} failure={failure}>
      <Field
        label="Name"
        name="name"
        autoComplete="off"
        value={draft.name}
        onChange={(event) => change({ name: event.target.value })}
        error={issues.name}
      />
    </DialogForm>
  );
}
