"use client";

import { useState } from "react";
import { toast } from "sonner";
import { CaptureInput } from "@/server/contracts/tenant-money";
import { useTenant } from "../console/use-tenant";
import { useTRPCClient } from "../trpc/client";
import { AmountField, readAmountText } from "../ui/amount-field";
import { useLocale } from "../ui/locale";
import { formatMoney } from "../ui/money";
import type { ActionFormProps } from "./action-form-props";
import { MoneyForm } from "./money-form";
import { useMoneyForm } from "./use-money-form";

/** All or part of what is held. */
export function CaptureForm({ detail, sendKey, onDone }: ActionFormProps) {
  const client = useTRPCClient();
  const { place } = useTenant();
  const locale = useLocale();
  const { left, currency, id } = detail;
  const [text, setText] = useState(String(left.capture));
  const money = (amount: number) => formatMoney(amount, currency, locale);
  const amount = readAmountText(text);
  const { form, issues, failure, isBusy, submit, blur, clear } = useMoneyForm({
    schema: CaptureInput,
    read: () => ({ id, key: sendKey, amount: amount ?? Number.NaN }),
    check: (input) =>
      (input.amount ?? 0) > left.capture ? { amount: `At most ${money(left.capture)} is held.` } : null,
    send: async (input) => {
      const { captured, remaining } = await client.authorizations.capture.mutate({ ...place, ...input });
      toast.success(
        `Captured ${money(captured)}; ${remaining > 0 ? `${money(remaining)} is still held` : "nothing is held"}`,
      );
      onDone();
    },
  });
  return (
    <MoneyForm
      form={form}
      onSubmit={submit}
      failure={failure}
      isBusy={isBusy}
      action={amount ? `Capture ${money(amount)}` : "Capture"}
    >
      <AmountField
        label="Amount"
        currency={currency}
        value={text}
        onChange={(value) => {
          clear();
          setText(value);
        }}
        onBlur={blur}
        error={issues.amount && (amount === null ? "Enter an amount, like 12.50." : issues.amount)}
        help={`${money(left.capture)} is held. What you leave can be captured later, until the hold expires.`}
      />
    </MoneyForm>
  );
}
