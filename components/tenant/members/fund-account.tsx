"use client";

import { usePlace } from "@/components/shared/console/use-place";
import { useForm } from "@/components/shared/forms/use-form";
import { AmountField } from "@/components/shared/money/amount-field";
import { formatMoney } from "@/components/shared/money/money";
import { amountInput } from "@/components/shared/money/read-amount";
import { useTRPC } from "@/components/trpc/client";
import { DialogForm } from "@/components/ui/feedback/dialog-form";
import { FormDialog } from "@/components/ui/feedback/form-dialog";
import { toast } from "@/components/ui/feedback/toast";
import { useLocale } from "@/components/ui/values/locale";
import type { MemberDetail } from "@/server/trpc/types";

type Account = MemberDetail["accounts"][number];

/** Adds test money; only in the sandbox. */
export function FundAccount({ account }: { readonly account: Account }) {
  return (
    <FormDialog
      size="small"
      button="Add test money"
      title="Add test money"
      form={(done) => <Form account={account} onDone={done} />}
    />
  );
}

function Form({ account, onDone }: { readonly account: Account; readonly onDone: () => void }) {
  const trpc = useTRPC();
  const place = usePlace();
  const locale = useLocale();
  const { id, currency } = account;
  const { draft, field, form } = useForm({
    start: { amount: "" },
    schema: () => import("@/server/contracts/portal/tenant/setup").then((contract) => contract.FundingInput),
    toInput: ({ amount }, key) => ({ id, key, amount: amountInput(amount, currency) }),
    mutation: trpc.tenant.members.fund.mutationOptions(),
    variables: (input) => ({ ...place, ...input }),
    onSent: () => {
      toast.success(`${formatMoney(amountInput(draft.amount, currency) ?? 0, currency, locale)} added`);
      onDone();
    },
  });
  return (
    <DialogForm {...form} action="Add money">
      <AmountField {...field("amount")} label="Amount" currency={currency} help="It’s available immediately." />
    </DialogForm>
  );
}
