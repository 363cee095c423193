"use client";

import { useQueryClient } from "@tanstack/react-query";
import { toast } from "sonner";
import { FundingInput } from "@/server/contracts/portal-tenant";
import type { MemberDetail } from "@/server/trpc/types";
import { usePlace } from "../console/use-place";
import { useTRPC, useTRPCClient } from "../trpc/client";
import { AmountField } from "../ui/amount-field";
import { DialogForm } from "../ui/dialog-form";
import { FormDialog } from "../ui/form-dialog";
import { useLocale } from "../ui/locale";
import { formatMoney } from "../ui/money";
import { amountInput } from "../ui/read-amount";
import { useForm } from "../ui/use-form";

type Account = MemberDetail["accounts"][number];

/** Test money out of nothing: in the sandbox alone. */
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
  const client = useTRPCClient();
  const queryClient = useQueryClient();
  const place = usePlace();
  const locale = useLocale();
  const { id, currency } = account;
  const { draft, field, form } = useForm({
    start: { amount: "" },
    schema: FundingInput,
    toInput: ({ amount }, key) => ({ id, key, amount: amountInput(amount, currency) }),
    send: (input) => client.members.fund.mutate({ ...place, ...input }),
    onSent: () => {
      toast.success(`${formatMoney(amountInput(draft.amount, currency) ?? 0, currency, locale)} added`);
      void queryClient.invalidateQueries({ queryKey: trpc.members.pathKey() });
      onDone();
    },
  });
  return (
    <DialogForm {...form} action="Add money">
      <AmountField {...field("amount")} label="Amount" currency={currency} help="It can be spent at once." />
    </DialogForm>
  );
}
