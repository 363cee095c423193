"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useForm } from "@/components/shared/forms/use-form";
import { useTRPCClient } from "@/components/trpc/client";
import { DialogForm } from "@/components/ui/feedback/dialog-form";
import { FormDialog } from "@/components/ui/feedback/form-dialog";
import { toast } from "@/components/ui/feedback/toast";
import { Field } from "@/components/ui/forms/field";
import type { TenantFacts } from "@/server/trpc/types";
import { useTenant } from "../shell/use-tenant";

export function RenameTenant({ tenant }: { readonly tenant: TenantFacts }) {
  const { may } = useTenant();
  if (!may("manage_tenant")) return null;
  return (
    <FormDialog
      size="small"
      button="Rename"
      title="Rename the organization"
      form={(done) => <Form tenant={tenant} onDone={done} />}
    />
  );
}

function Form({ tenant, onDone }: { readonly tenant: TenantFacts; readonly onDone: () => void }) {
  const client = useTRPCClient();
  const queryClient = useQueryClient();
  const { place } = useTenant();
  const { field, form } = useForm({
    start: { title: tenant.title },
    schema: () => import("@/server/contracts/portal/tenant/setup").then((contract) => contract.RenameTenantInput),
    send: (input) => client.tenant.tenants.rename.mutate({ ...place, ...input }),
    onSent: ({ title }) => {
      toast.success("Renamed", { description: title });
      void queryClient.invalidateQueries();
      onDone();
    },
  });
  return (
    <DialogForm {...form} action="Rename">
      <Field
        {...field("title")}
        label="Name"
        autoComplete="organization"
        help="Your members, your team, and the network’s operators see it. The URL stays the same."
      />
    </DialogForm>
  );
}
