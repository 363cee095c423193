"use client";

import { useForm } from "@/components/shared/forms/use-form";
import { AmountField } from "@/components/shared/money/amount-field";
import { formatMoney } from "@/components/shared/money/money";
import { amountInput } from "@/components/shared/money/read-amount";
import { useTRPCClient } from "@/components/trpc/client";
import { DialogForm } from "@/components/ui/feedback/dialog-form";
import { toast } from "@/components/ui/feedback/toast";
import { SelectField } from "@/components/ui/forms/select-field";
import { useLocale } from "@/components/ui/values/locale";
import { useTenant } from "../shell/use-tenant";
import type { ActionFormProps } from "./action-form-props";
import { REASONS } from "./reasons";

const OPTIONS = Object.entries(REASONS).map(([value, label]) => ({ value, label }));

/** What is held (a void), what was captured (a refund), or all of both. Of one of them it may be a part. */
export function ReverseForm({ detail, onDone }: ActionFormProps) {
  const client = useTRPCClient();
  const { place } = useTenant();
  const locale = useLocale();
  const { left, currency, id } = detail;
  const money = (amount: number) => formatMoney(amount, currency, locale);
  const hasBoth = left.void > 0 && left.refund > 0;
  // What is left may change while the dialog is open: where there is but one, there is nothing to choose.
  const kindOf = (chosen: string) => (hasBoth ? chosen : left.void > 0 ? "void" : "refund");
  const { draft, field, form } = useForm({
    start: { kind: "both", amount: "", reason: "" },
    schema: () => import("@/server/contracts/portal/tenant/money").then((contract) => contract.ReverseInput),
    toInput: ({ kind: chosen, amount, reason }, key) => {
      const kind = kindOf(chosen);
      return kind === "both" ? { id, key, reason } : { id, key, reason, kind, amount: amountInput(amount, currency) };
    },
    check: ({ kind = "void", amount = 0 }) =>
      amount > left[kind]
        ? { amount: `At most ${money(left[kind])} can be ${kind === "void" ? "voided" : "refunded"}.` }
        : null,
    send: (input) => client.tenant.authorizations.reverse.mutate({ ...place, ...input }),
    onSent: ({ voided, refunded }) => {
      const parts = [voided > 0 ? `${money(voided)} voided` : "", refunded > 0 ? `${money(refunded)} refunded` : ""];
      toast.success(parts.filter(Boolean).join(", "));
      onDone();
    },
  });
  const kind = kindOf(draft.kind);
  const isBoth = kind === "both";
  const isVoid = kind === "void";
  const most = isVoid ? left.void : left.refund;
  const amount = isBoth ? left.void + left.refund : (amountInput(draft.amount, currency) ?? most);
  const verb = isBoth ? "Reverse" : isVoid ? "Void" : "Refund";
  return (
    <DialogForm {...form} isDanger action={`${verb} ${money(amount)}`}>
      {hasBoth ? (
        <SelectField
          {...field("kind")}
          label="What to return"
          placeholder="Choose what"
          options={[
            { value: "both", label: `Everything: ${money(left.void)} held and ${money(left.refund)} captured` },
            { value: "void", label: `Only what is held, up to ${money(left.void)}` },
            { value: "refund", label: `Only what was captured, up to ${money(left.refund)}` },
          ]}
        />
      ) : null}
      {isBoth ? null : (
        <AmountField
          {...field("amount")}
          label="Amount"
          currency={currency}
          placeholder="All of it"
          help={`${isVoid ? "Held" : "Captured"}: ${money(most)}. Leave empty for the full amount. This can’t be undone.`}
        />
      )}
      <SelectField {...field("reason")} label="Reason" placeholder="Choose why" options={OPTIONS} />
    </DialogForm>
  );
}
