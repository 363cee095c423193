"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { toast } from "sonner";
import { RenameTenantInput } from "@/server/contracts/portal-tenant";
import type { TenantFacts } from "@/server/trpc/types";
import { useTenant } from "../console/use-tenant";
import { useTRPCClient } from "../trpc/client";
import { Button } from "../ui/button";
import { Dialog } from "../ui/dialog";
import { DialogForm } from "../ui/dialog-form";
import { Field } from "../ui/field";
import { useForm } from "../ui/use-form";

/** The button and its form, for who may. */
export function RenameTenant({ tenant }: { readonly tenant: TenantFacts }) {
  const { may } = useTenant();
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  if (!may("manage_tenant")) return null;
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)}>
        Rename
      </Button>
      <Dialog isOpen={isOpen} onClose={close} title="Rename the organisation">
        <Form tenant={tenant} onDone={close} />
      </Dialog>
    </>
  );
}

function Form({ tenant, onDone }: { readonly tenant: TenantFacts; readonly onDone: () => void }) {
  const client = useTRPCClient();
  const queryClient = useQueryClient();
  const { place } = useTenant();
  const { draft, change, issues, failure, isBusy, form } = useForm({
    start: { title: tenant.title },
    schema: RenameTenantInput,
    send: (input) => client.tenants.rename.mutate({ ...place, ...input }),
    onSent: ({ title }) => {
      toast.success("Renamed", { description: title });
      void queryClient.invalidateQueries();
      onDone();
    },
  });
  return (
    <DialogForm form={form} action="Rename" isBusy={isBusy} failure={failure}>
      <Field
        label="Title"
        name="title"
        autoComplete="organization"
        value={draft.title}
        onChange={(event) => change({ title: event.target.value })}
        error={issues.title}
        help="Your team and the network’s operators see it. The address stays."
      />
    </DialogForm>
  );
}
