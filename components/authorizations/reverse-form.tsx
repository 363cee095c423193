"use client";

import { toast } from "sonner";
import { ReverseInput } from "@/server/contracts/tenant-money";
import { useTenant } from "../console/use-tenant";
import { useTRPCClient } from "../trpc/client";
import { AmountField } from "../ui/amount-field";
import { DialogForm } from "../ui/dialog-form";
import { useLocale } from "../ui/locale";
import { formatMoney } from "../ui/money";
import { amountInput } from "../ui/read-amount";
import { SelectField } from "../ui/select-field";
import { useForm } from "../ui/use-form";
import type { ActionFormProps } from "./action-form-props";
import { REASONS } from "./reasons";

const OPTIONS = Object.entries(REASONS).map(([value, label]) => ({ value, label }));

/** Everything back (the hold and what was captured), or part of it. */
export function ReverseForm({ detail, onDone }: ActionFormProps) {
  const client = useTRPCClient();
  const { place } = useTenant();
  const locale = useLocale();
  const { left, currency, id, held } = detail;
  const money = (amount: number) => formatMoney(amount, currency, locale);
  const isVoid = left.reverseKind === "void";
  const { draft, field, form } = useForm({
    start: { amount: "", reason: "" },
    schema: ReverseInput,
    toInput: ({ amount, reason }, key) => ({ id, key, reason, amount: amountInput(amount, currency) }),
    check: ({ amount = 0 }) =>
      amount > left.reverse
        ? { amount: `At most ${money(left.reverse)} can be ${isVoid ? "voided" : "refunded"}.` }
        : null,
    send: (input) => client.authorizations.reverse.mutate({ ...place, ...input }),
    onSent: ({ voided, refunded }) => {
      const parts = [voided > 0 ? `${money(voided)} voided` : "", refunded > 0 ? `${money(refunded)} refunded` : ""];
      toast.success(parts.filter(Boolean).join(", "));
      onDone();
    },
  });
  const amount = amountInput(draft.amount, currency);
  const captured = left.reverseAll - held;
  const all = [held > 0 ? `voids ${money(held)}` : "", captured > 0 ? `refunds ${money(captured)}` : ""];
  return (
    <DialogForm
      {...form}
      isDanger
      action={amount ? `Reverse ${money(amount)}` : `Reverse all ${money(left.reverseAll)}`}
    >
      <AmountField
        {...field("amount")}
        label="Amount"
        currency={currency}
        placeholder="All of it"
        help={`Empty ${all.filter(Boolean).join(" and ")}. An amount ${isVoid ? "voids" : "refunds"} up to ${money(left.reverse)}. It can’t be taken back.`}
      />
      <SelectField {...field("reason")} label="Reason" placeholder="Choose why" options={OPTIONS} />
    </DialogForm>
  );
}
