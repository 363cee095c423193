"use client";

import { toast } from "sonner";
import { IncrementInput } from "@/server/contracts/tenant-money";
import { useTenant } from "../console/use-tenant";
import { useTRPCClient } from "../trpc/client";
import { AmountField } from "../ui/amount-field";
import { DialogForm } from "../ui/dialog-form";
import { useLocale } from "../ui/locale";
import { formatMoney } from "../ui/money";
import { amountInput } from "../ui/read-amount";
import { useForm } from "../ui/use-form";
import type { ActionFormProps } from "./action-form-props";

/** More on the same hold; the card's rules decide again, so it may be declined. */
export function IncrementForm({ detail, onDone }: ActionFormProps) {
  const client = useTRPCClient();
  const { place } = useTenant();
  const locale = useLocale();
  const { currency, id, held } = detail;
  const money = (amount: number) => formatMoney(amount, currency, locale);
  const { draft, field, form } = useForm({
    start: { amount: "" },
    schema: IncrementInput,
    toInput: ({ amount }, key) => ({ id, key, amount: amountInput(amount, currency) ?? Number.NaN }),
    send: (input) => client.authorizations.increment.mutate({ ...place, ...input }),
    onSent: ({ amount, decline }) => {
      if (decline) toast.error(`Increment declined: ${decline.title}. The hold is as it was.`);
      else toast.success(`${money(amount)} more is held`);
      onDone();
    },
  });
  const amount = amountInput(draft.amount, currency);
  return (
    <DialogForm {...form} action={amount ? `Hold ${money(amount)} more` : "Hold more"}>
      <AmountField
        {...field("amount")}
        label="Amount to add"
        currency={currency}
        help={`${money(held)} is held now. A declined increment leaves that as it is.`}
      />
    </DialogForm>
  );
}
