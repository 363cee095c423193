"use client";

import { useForm } from "@/components/shared/forms/use-form";
import { useTRPC } from "@/components/trpc/client";
import { DialogForm } from "@/components/ui/feedback/dialog-form";
import { FormDialog } from "@/components/ui/feedback/form-dialog";
import { toast } from "@/components/ui/feedback/toast";
import { TimeZoneField } from "@/components/ui/forms/time-zone-field";
import { nameZone } from "@/components/ui/values/zone";
import type { TenantFacts } from "@/server/trpc/types";
import { useTenant } from "../shell/use-tenant";

export function ChangeTimeZone({ tenant }: { readonly tenant: TenantFacts }) {
  const { may } = useTenant();
  if (!may("manage_tenant")) return null;
  return (
    <FormDialog
      size="small"
      button="Change"
      title="Change the time zone"
      form={(done) => <Form tenant={tenant} onDone={done} />}
    />
  );
}

function Form({ tenant, onDone }: { readonly tenant: TenantFacts; readonly onDone: () => void }) {
  const trpc = useTRPC();
  const { place } = useTenant();
  const { draft, change, issues, form } = useForm({
    start: { timeZone: tenant.timeZone },
    schema: () => import("@/server/contracts/portal/tenant/setup").then((contract) => contract.TimeZoneInput),
    mutation: trpc.tenant.tenants.changeTimeZone.mutationOptions(),
    variables: (input) => ({ ...place, ...input }),
    onSent: ({ timeZone }) => {
      toast.success("Time zone changed", { description: nameZone(timeZone) });
      onDone();
    },
  });
  return (
    <DialogForm {...form} action="Save">
      <TimeZoneField
        label="Time zone"
        value={draft.timeZone}
        onChange={(timeZone) => change({ timeZone })}
        error={issues.timeZone}
        help="Your team sees times and days in it, and filters by them. Days of merchants without a time zone of their own are settled by it. Files stay in UTC."
      />
    </DialogForm>
  );
}
