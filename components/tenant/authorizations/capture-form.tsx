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

export function CaptureForm({ detail, onDone }: ActionFormProps) {
  const client = useTRPCClient();
  const { place } = useTenant();
  const locale = useLocale();
  const { left, currency, id } = detail;
  const money = (amount: number) => formatMoney(amount, currency, locale);
  const { draft, field, form } = useForm({
    start: { amount: String(left.capture) },
    schema: () => import("@/server/contracts/portal/tenant/money").then((contract) => contract.CaptureInput.required()),
    toInput: ({ amount }, key) => ({ id, key, amount: amountInput(amount, currency) ?? Number.NaN }),
    check: ({ amount }) => (amount > left.capture ? { amount: `At most ${money(left.capture)} is held.` } : null),
    send: (input) => client.tenant.authorizations.capture.mutate({ ...place, ...input }),
    onSent: ({ captured, remaining }) => {
      const rest = remaining > 0 ? `${money(remaining)} is still held` : "nothing is held";
      toast.success(`Captured ${money(captured)}; ${rest}`);
      onDone();
    },
  });
  const amount = amountInput(draft.amount, currency);
  return (
    <DialogForm {...form} action={amount ? `Capture ${money(amount)}` : "Capture"}>
      <AmountField
        {...field("amount")}
        label="Amount"
        currency={currency}
        help={`${money(left.capture)} is held. You can capture the rest later, until the hold expires.`}
      />
    </DialogForm>
  );
}
