"use client";

import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useRouter } from "next/navigation";
import { pathOf } from "@/components/shared/console/use-place";
import { useForm } from "@/components/shared/forms/use-form";
import { AmountField } from "@/components/shared/money/amount-field";
import { CurrencyChoice } from "@/components/shared/money/currency-choice";
import { amountInput } from "@/components/shared/money/read-amount";
import { useTRPC } from "@/components/trpc/client";
import { DialogForm } from "@/components/ui/feedback/dialog-form";
import { FormDialog } from "@/components/ui/feedback/form-dialog";
import { toast } from "@/components/ui/feedback/toast";
import { Field } from "@/components/ui/forms/field";
import { useTenant } from "../shell/use-tenant";

export function CreateMember() {
  return (
    <FormDialog
      look="primary"
      icon={Plus}
      button="Create member"
      title="New member"
      isInAddress
      form={(done) => <Form onDone={done} />}
    />
  );
}

function Form({ onDone }: { readonly onDone: () => void }) {
  const trpc = useTRPC();
  const router = useRouter();
  const { place, may } = useTenant();
  const { data: me } = useQuery(trpc.shared.sessions.me.queryOptions());
  const { draft, change, field, issues, form } = useForm({
    start: { name: "", currency: "USD", amount: "", email: "" },
    schema: () => import("@/server/contracts/portal/tenant/setup").then((contract) => contract.NewMemberInput),
    toInput: ({ name, currency, amount, email }, key) => ({
      key,
      name,
      currency,
      amount: amountInput(amount, currency),
      email: email.trim() === "" ? undefined : email,
    }),
    mutation: trpc.tenant.members.create.mutationOptions(),
    variables: (input) => ({ ...place, ...input }),
    onSent: ({ id }) => {
      const invited = draft.email.trim();
      toast.success(invited ? "Member created and invited" : "Member created", { description: draft.name });
      onDone();
      router.push(pathOf(place, `members/${id}`));
    },
  });
  return (
    <DialogForm {...form} action="Create member">
      <Field {...field("name")} label="Name" autoComplete="off" />
      <CurrencyChoice
        label="Account in"
        value={draft.currency}
        onChange={(currency) => change({ currency })}
        error={issues.currency}
      />
      {may("play_sandbox") ? (
        <AmountField
          {...field("amount")}
          label="Test money"
          currency={draft.currency}
          placeholder="None"
          help="Added when the account opens."
        />
      ) : null}
      {me?.isShared === false ? (
        <Field
          {...field("email")}
          label="Invite to the wallet"
          type="email"
          autoComplete="off"
          placeholder="No one yet"
          help="Sent by email. Anyone with the link can spend from the account."
        />
      ) : null}
    </DialogForm>
  );
}
