"use client";

import { useForm } from "@/components/shared/forms/use-form";
import { AmountField } from "@/components/shared/money/amount-field";
import { formatMoney } from "@/components/shared/money/money";
import { amountInput } from "@/components/shared/money/read-amount";
import { useTRPCClient } from "@/components/trpc/client";
import { DialogForm } from "@/components/ui/feedback/dialog-form";
import { toast } from "@/components/ui/feedback/toast";
import { useLocale } from "@/components/ui/values/locale";
import { useTenant } from "../shell/use-tenant";
import type { ActionFormProps } from "./action-form-props";

/** Increases the hold. The card's rules run again, so it may be declined. */
export function IncrementForm({ detail, onDone }: ActionFormProps) {
  const client = useTRPCClient();
  const { place } = useTenant();
  const locale = useLocale();
  const { currency, id, held } = detail;
  const money = (amount: number) => formatMoney(amount, currency, locale);
  const { draft, field, form } = useForm({
    start: { amount: "" },
    schema: () => import("@/server/contracts/portal/tenant/money").then((contract) => contract.IncrementInput),
    toInput: ({ amount }, key) => ({ id, key, amount: amountInput(amount, currency) ?? Number.NaN }),
    send: (input) => client.tenant.authorizations.increment.mutate({ ...place, ...input }),
    onSent: ({ amount, decline }) => {
      if (decline) toast.error(`Increment declined: ${decline.title}. The hold is unchanged.`);
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
        help={`${money(held)} is held now. A declined increment doesn’t change that.`}
      />
    </DialogForm>
  );
}
