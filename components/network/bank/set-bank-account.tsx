"use client";

import { Plus } from "lucide-react";
import { useForm } from "@/components/shared/forms/use-form";
import { CurrencyChoice } from "@/components/shared/money/currency-choice";
import { useTRPC } from "@/components/trpc/client";
import { DialogForm } from "@/components/ui/feedback/dialog-form";
import { FormDialog } from "@/components/ui/feedback/form-dialog";
import { toast } from "@/components/ui/feedback/toast";
import { Field } from "@/components/ui/forms/field";
import { OwnLoginOnly } from "../shell/own-login";
import { useNetwork } from "../shell/use-network";

export function SetBankAccount() {
  const { place } = useNetwork();
  const when =
    place.environment === "live"
      ? "The first account of a currency works at once. A later one works after three days, and every operator is notified."
      : "In test it works at once, and no money goes there.";
  return (
    <OwnLoginOnly>
      <FormDialog
        icon={Plus}
        button="Set account"
        title="Set a bank account"
        purpose={when}
        form={(done) => <Form onDone={done} />}
      />
    </OwnLoginOnly>
  );
}

const START = { currency: "", holder: "", country: "", accountNumber: "", bankCode: "", bankName: "" };

function Form({ onDone }: { readonly onDone: () => void }) {
  const trpc = useTRPC();
  const { place } = useNetwork();
  const { draft, change, field, issues, form } = useForm({
    start: START,
    schema: () => import("@/server/contracts/portal/network/bank").then((contract) => contract.SetBankAccountInput),
    toInput: ({ bankCode, ...typed }, key) => ({ ...typed, key, ...(bankCode.trim() === "" ? {} : { bankCode }) }),
    mutation: trpc.network.bank.setAccount.mutationOptions(),
    variables: (input) => ({ ...place, ...input }),
    onSent: () => {
      toast.success(`The ${draft.currency} account is set`);
      onDone();
    },
  });
  return (
    <DialogForm {...form} action="Set account">
      <CurrencyChoice
        label="Currency"
        value={draft.currency}
        onChange={(currency) => change({ currency })}
        error={issues.currency}
      />
      <Field {...field("holder")} label="Holder" autoComplete="off" />
      <Field {...field("country")} label="Country" autoComplete="off" maxLength={2} help="Two letters, like DE." />
      <Field {...field("accountNumber")} label="IBAN or account number" autoComplete="off" spellCheck={false} />
      <Field {...field("bankCode")} label="BIC or routing number (optional)" autoComplete="off" spellCheck={false} />
      <Field {...field("bankName")} label="Bank" autoComplete="off" />
    </DialogForm>
  );
}
