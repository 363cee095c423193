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

const OPTIONS = Object.entries(REASONS).map(([value, words]) => ({ value, label: `${words} (${value})` }));

/** The reason code that the API records by default. */
const USUAL_REASON = "RV01";

const WORDS = {
  void: { kind: "void", verb: "Void", past: "voided", of: "Held" },
  release: { kind: "void", verb: "Release", past: "released", of: "Still held" },
  refund: { kind: "refund", verb: "Refund", past: "refunded", of: "Captured" },
} as const;

export function ReverseForm({ detail, onDone, act }: ActionFormProps & { readonly act: keyof typeof WORDS }) {
  const client = useTRPCClient();
  const { place } = useTenant();
  const locale = useLocale();
  const { left, currency, id } = detail;
  const { kind, verb, past, of } = WORDS[act];
  const money = (amount: number) => formatMoney(amount, currency, locale);
  const { draft, field, form } = useForm({
    start: { amount: "", reason: USUAL_REASON },
    schema: () => import("@/server/contracts/portal/tenant/money").then((contract) => contract.ReverseInput),
    toInput: ({ amount, reason }, key) => ({ id, key, reason, kind, amount: amountInput(amount, currency) }),
    check: ({ amount = 0 }) =>
      amount > left[kind] ? { amount: `At most ${money(left[kind])} can be ${past}.` } : null,
    send: (input) => client.tenant.authorizations.reverse.mutate({ ...place, ...input }),
    onSent: ({ voided, refunded }) => {
      toast.success(`${money(voided + refunded)} ${past}`);
      onDone();
    },
  });
  return (
    <DialogForm {...form} isDanger action={`${verb} ${money(amountInput(draft.amount, currency) ?? left[kind])}`}>
      <AmountField
        {...field("amount")}
        label="Amount"
        currency={currency}
        placeholder="All of it"
        help={`${of}: ${money(left[kind])}. Leave empty for the full amount. This can’t be undone.`}
      />
      <SelectField {...field("reason")} label="Reason" placeholder="Choose why" options={OPTIONS} />
    </DialogForm>
  );
}
