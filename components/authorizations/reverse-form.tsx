"use client";

import { useId, useState } from "react";
import { toast } from "sonner";
import type { ReversalReason } from "@/server/contracts/authorization-schemas";
import { ReverseInput } from "@/server/contracts/tenant-money";
import { useTenant } from "../console/use-tenant";
import { useTRPCClient } from "../trpc/client";
import { AmountField, readAmountText } from "../ui/amount-field";
import { useLocale } from "../ui/locale";
import { formatMoney } from "../ui/money";
import type { ActionFormProps } from "./action-form-props";
import { MoneyForm } from "./money-form";
import { REASONS } from "./reasons";
import { useMoneyForm } from "./use-money-form";

/** Everything back (the hold and what was captured), or part of it. */
export function ReverseForm({ detail, sendKey, onDone }: ActionFormProps) {
  const client = useTRPCClient();
  const { place } = useTenant();
  const locale = useLocale();
  const selectId = useId();
  const { left, currency, id, held } = detail;
  const [text, setText] = useState("");
  const [reason, setReason] = useState<ReversalReason>("RV02");
  const money = (amount: number) => formatMoney(amount, currency, locale);
  const isAll = text.trim() === "";
  const amount = readAmountText(text);
  const captured = left.reverseAll - held;
  const { form, issues, failure, isBusy, submit, blur, clear } = useMoneyForm({
    schema: ReverseInput,
    read: () => ({ id, key: sendKey, reason, ...(isAll ? {} : { amount: amount ?? Number.NaN }) }),
    check: (input) =>
      (input.amount ?? 0) > left.reverse
        ? { amount: `At most ${money(left.reverse)} can be ${left.reverseKind === "void" ? "voided" : "refunded"}.` }
        : null,
    send: async (input) => {
      const { voided, refunded } = await client.authorizations.reverse.mutate({ ...place, ...input });
      const parts = [voided > 0 ? `${money(voided)} voided` : "", refunded > 0 ? `${money(refunded)} refunded` : ""];
      toast.success(parts.filter(Boolean).join(", "));
      onDone();
    },
  });
  const all = [held > 0 ? `voids ${money(held)}` : "", captured > 0 ? `refunds ${money(captured)}` : ""].filter(
    Boolean,
  );
  return (
    <MoneyForm
      form={form}
      onSubmit={submit}
      failure={failure}
      isBusy={isBusy}
      isDanger
      action={isAll || !amount ? `Reverse all ${money(left.reverseAll)}` : `Reverse ${money(amount)}`}
    >
      <AmountField
        label="Amount"
        currency={currency}
        value={text}
        placeholder="All of it"
        onChange={(value) => {
          clear();
          setText(value);
        }}
        onBlur={blur}
        error={issues.amount && (amount === null ? "Enter an amount, like 12.50." : issues.amount)}
        help={`Empty ${all.join(" and ")}. An amount ${left.reverseKind === "void" ? "voids" : "refunds"} up to ${money(left.reverse)}. It can’t be taken back.`}
      />
      <div className="flex flex-col gap-1">
        <label htmlFor={selectId} className="text-14 font-medium">
          Reason
        </label>
        <select
          id={selectId}
          value={reason}
          onChange={(event) => setReason(event.target.value as ReversalReason)}
          className="h-11 rounded-8 border border-line-strong bg-page px-3 text-16"
        >
          {Object.entries(REASONS).map(([code, words]) => (
            <option key={code} value={code}>
              {words}
            </option>
          ))}
        </select>
      </div>
    </MoneyForm>
  );
}
