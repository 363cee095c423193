"use client";

import { useForm } from "@/components/shared/forms/use-form";
import { AmountField } from "@/components/shared/money/amount-field";
import { formatMoney } from "@/components/shared/money/money";
import { amountInput } from "@/components/shared/money/read-amount";
import { useTRPC } from "@/components/trpc/client";
import { DialogForm } from "@/components/ui/feedback/dialog-form";
import { FormDialog } from "@/components/ui/feedback/form-dialog";
import { toast } from "@/components/ui/feedback/toast";
import { Field } from "@/components/ui/forms/field";
import { useLocale } from "@/components/ui/values/locale";
import type { MemberPage } from "@/server/trpc/types";
import { useNetwork } from "../shell/use-network";

interface FundAccountProps {
  readonly account: MemberPage["accounts"][number];
  readonly name: string;
}

export function FundAccount({ account, name }: FundAccountProps) {
  return (
    <FormDialog
      size="small"
      button="Fund"
      title="Fund account"
      purpose={`Funding for ${name}, ${account.currency}.`}
      form={(done) => <Form account={account} name={name} onDone={done} />}
    />
  );
}

function Form({ account, name, onDone }: FundAccountProps & { readonly onDone: () => void }) {
  const trpc = useTRPC();
  const locale = useLocale();
  const { place } = useNetwork();
  const { currency } = account;
  const { draft, field, form } = useForm({
    start: { amount: "", reference: "" },
    schema: () => import("@/server/contracts/portal/network/network").then((contract) => contract.FundAccountInput),
    toInput: ({ amount, reference }, key) => ({
      key,
      accountId: account.id,
      amount: amountInput(amount, currency),
      reference,
    }),
    mutation: trpc.network.members.fund.mutationOptions(),
    variables: (input) => ({ ...place, ...input }),
    onSent: (_, { amount }) => {
      toast.success(`${formatMoney(amount, currency, locale)} for ${name}`);
      onDone();
    },
  });
  const amount = amountInput(draft.amount, currency);
  return (
    <DialogForm {...form} action={amount ? `Fund ${formatMoney(amount, currency, locale)}` : "Fund account"}>
      <AmountField {...field("amount")} label="Amount" currency={currency} />
      <Field
        {...field("reference")}
        label="Reference"
        autoComplete="off"
        help="What the money is. It’s kept in the audit log."
      />
    </DialogForm>
  );
}
