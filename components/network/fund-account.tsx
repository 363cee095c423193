"use client";

import { useQueryClient } from "@tanstack/react-query";
import { toast } from "sonner";
import { FundAccountInput } from "@/server/contracts/network";
import type { MemberPage } from "@/server/trpc/types";
import { useTRPCClient } from "../trpc/client";
import { AmountField } from "../ui/amount-field";
import { DialogForm } from "../ui/dialog-form";
import { Field } from "../ui/field";
import { FormDialog } from "../ui/form-dialog";
import { useLocale } from "../ui/locale";
import { formatMoney } from "../ui/money";
import { amountInput } from "../ui/read-amount";
import { useForm } from "../ui/use-form";
import { useNetwork } from "./use-network";

interface FundAccountProps {
  readonly account: MemberPage["accounts"][number];
  readonly name: string;
}

/** Money that came in for a member. */
export function FundAccount({ account, name }: FundAccountProps) {
  return (
    <FormDialog
      size="small"
      button="Fund"
      title="Fund account"
      purpose={`Money that came in for ${name}, ${account.currency}.`}
      form={(done) => <Form account={account} name={name} onDone={done} />}
    />
  );
}

function Form({ account, name, onDone }: FundAccountProps & { readonly onDone: () => void }) {
  const client = useTRPCClient();
  const locale = useLocale();
  const queryClient = useQueryClient();
  const { place } = useNetwork();
  const isLive = place.environment === "live";
  const { currency } = account;
  const { draft, field, form } = useForm({
    start: { amount: "", reference: "", confirmedAmount: "" },
    schema: FundAccountInput,
    toInput: ({ amount, reference, confirmedAmount }, key) => ({
      key,
      accountId: account.id,
      amount: amountInput(amount, currency),
      reference,
      ...(isLive ? { confirmedAmount: amountInput(confirmedAmount, currency) } : {}),
    }),
    check: ({ amount, confirmedAmount }) =>
      isLive && confirmedAmount !== amount ? { confirmedAmount: "This is not the amount above." } : null,
    send: async (input) => {
      await client.networkMembers.fund.mutate({ ...place, ...input });
      return input;
    },
    onSent: ({ amount }) => {
      toast.success(`${formatMoney(amount, currency, locale)} for ${name}`);
      onDone();
      void queryClient.invalidateQueries();
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
        help="What the bank calls it. It stands in the audit log."
      />
      {isLive ? (
        <AmountField
          {...field("confirmedAmount")}
          label="The amount once more"
          currency={currency}
          help="This is real money."
        />
      ) : null}
    </DialogForm>
  );
}
