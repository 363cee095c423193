"use client";

import { useQueryClient } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { usePlace } from "@/components/shared/console/use-place";
import { useForm } from "@/components/shared/forms/use-form";
import { CurrencyChoice } from "@/components/shared/money/currency-choice";
import { useTRPC, useTRPCClient } from "@/components/trpc/client";
import { DialogForm } from "@/components/ui/feedback/dialog-form";
import { FormDialog } from "@/components/ui/feedback/form-dialog";
import { toast } from "@/components/ui/feedback/toast";

export function OpenAccount({ memberId }: { readonly memberId: string }) {
  return (
    <FormDialog
      size="small"
      button={
        <>
          <Plus aria-hidden className="size-4" /> Open account
        </>
      }
      title="New account"
      form={(done) => <Form memberId={memberId} onDone={done} />}
    />
  );
}

function Form({ memberId, onDone }: { readonly memberId: string; readonly onDone: () => void }) {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const queryClient = useQueryClient();
  const place = usePlace();
  const { draft, change, issues, form } = useForm({
    start: { currency: "USD" },
    schema: () => import("@/server/contracts/portal/tenant/setup").then((contract) => contract.NewAccountInput),
    toInput: ({ currency }, key) => ({ key, memberId, currency }),
    send: (input) => client.tenant.members.openAccount.mutate({ ...place, ...input }),
    onSent: () => {
      toast.success(`Account in ${draft.currency} opened`);
      void queryClient.invalidateQueries({ queryKey: trpc.tenant.members.pathKey() });
      onDone();
    },
  });
  return (
    <DialogForm {...form} action="Open account">
      <CurrencyChoice
        label="Currency"
        value={draft.currency}
        onChange={(currency) => change({ currency })}
        error={issues.currency}
      />
    </DialogForm>
  );
}
