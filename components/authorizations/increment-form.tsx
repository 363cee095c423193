"use client";

import { useState } from "react";
import { toast } from "sonner";
import { IncrementInput } from "@/server/contracts/tenant-money";
import { useTenant } from "../console/use-tenant";
import { useTRPCClient } from "../trpc/client";
import { AmountField, readAmountText } from "../ui/amount-field";
import { useLocale } from "../ui/locale";
import { formatMoney } from "../ui/money";
import type { ActionFormProps } from "./action-form-props";
import { MoneyForm } from "./money-form";
import { useMoneyForm } from "./use-money-form";

/** More on the same hold; the card's rules decide again, so it may be declined. */
export function IncrementForm({ detail, sendKey, onDone }: ActionFormProps) {
  const client = useTRPCClient();
  const { place } = useTenant();
  const locale = useLocale();
  const { currency, id, held } = detail;
  const [text, setText] = useState("");
  const money = (amount: number) => formatMoney(amount, currency, locale);
  const amount = readAmountText(text);
  const { form, issues, failure, isBusy, submit, blur, clear } = useMoneyForm({
    schema: IncrementInput,
    read: () => ({ id, key: sendKey, amount: amount ?? Number.NaN }),
    send: async (input) => {
      const answer = await client.authorizations.increment.mutate({ ...place, ...input });
      if (answer.decline) toast.error(`Increment declined: ${answer.decline.title}. The hold is as it was.`);
      else toast.success(`${money(answer.amount)} more is held`);
      onDone();
    },
  });
  return (
    <MoneyForm
      form={form}
      onSubmit={submit}
      failure={failure}
      isBusy={isBusy}
      action={amount ? `Hold ${money(amount)} more` : "Hold more"}
    >
      <AmountField
        label="Amount to add"
        currency={currency}
        value={text}
        onChange={(value) => {
          clear();
          setText(value);
        }}
        onBlur={blur}
        error={issues.amount && (amount === null ? "Enter an amount, like 12.50." : issues.amount)}
        help={`${money(held)} is held now. A declined increment leaves that as it is.`}
      />
    </MoneyForm>
  );
}
