"use client";

import type { UseMutationOptions } from "@tanstack/react-query";
import type { z } from "zod";
import { AccountChoice } from "@/components/shared/accounts/account-choice";
import { useForm } from "@/components/shared/forms/use-form";
import { AmountField } from "@/components/shared/money/amount-field";
import { amountInput } from "@/components/shared/money/read-amount";
import { DialogForm } from "@/components/ui/feedback/dialog-form";
import { Field } from "@/components/ui/forms/field";
import type { PayOutInput } from "@/server/contracts/portal/shared/bank-account";
import type { Account } from "@/server/trpc/types";

interface PayOutFormProps<Input> {
  /** At least one; the first is chosen. */
  readonly accounts: readonly Account[];
  readonly helpOf: (currency: string) => string;
  /** The member’s fee that the form shows: the server refuses another one. Left out where it shows none. */
  readonly feeOf?: (currency: string) => number | undefined;
  readonly mutation: UseMutationOptions<{ readonly id: string }, never, Input>;
  readonly variables: (input: z.output<typeof PayOutInput>) => Input;
  readonly onSent: () => void;
}

/** Pays a member's own money out, to a bank account in the member's name. */
export function PayOutForm<Input>({ accounts, helpOf, feeOf, mutation, variables, onSent }: PayOutFormProps<Input>) {
  const currencyOf = (id: string) => accounts.find((account) => account.id === id)?.currency ?? "";
  const { draft, change, field, form } = useForm({
    start: { account: accounts[0]?.id ?? "", amount: "", country: "", accountNumber: "", bankCode: "" },
    schema: () => import("@/server/contracts/portal/shared/bank-account").then((contract) => contract.PayOutInput),
    toInput: ({ amount, bankCode, ...typed }, key) => ({
      ...typed,
      key,
      amount: amountInput(amount, currencyOf(typed.account)),
      fee: feeOf?.(currencyOf(typed.account)),
      ...(bankCode.trim() === "" ? {} : { bankCode }),
    }),
    mutation,
    variables,
    onSent,
  });
  const currency = currencyOf(draft.account);
  return (
    <DialogForm {...form} action="Pay out">
      {accounts.length > 1 ? (
        <AccountChoice
          label="From"
          accounts={accounts}
          value={draft.account}
          onChange={(account) => change({ account })}
        />
      ) : null}
      <AmountField
        {...field("amount")}
        label="Amount (optional)"
        currency={currency}
        help={`Without an amount, all that is available. ${helpOf(currency)}`}
      />
      <Field {...field("country")} label="Country of the bank" maxLength={2} help="Two letters, like DE." />
      <Field {...field("accountNumber")} label="IBAN or account number" autoComplete="off" spellCheck={false} />
      <Field {...field("bankCode")} label="BIC or routing number (optional)" autoComplete="off" spellCheck={false} />
    </DialogForm>
  );
}
