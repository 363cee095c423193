"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { toast } from "sonner";
import { FundingInput } from "@/server/contracts/portal-tenant";
import type { MemberDetail } from "@/server/trpc/types";
import { usePlace } from "../console/use-place";
import { useTRPC, useTRPCClient } from "../trpc/client";
import { AmountField, readAmountText } from "../ui/amount-field";
import { Button } from "../ui/button";
import { Dialog } from "../ui/dialog";
import { DialogForm } from "../ui/dialog-form";
import { useLocale } from "../ui/locale";
import { formatMoney } from "../ui/money";
import { newClaim } from "../ui/new-claim";
import { useForm } from "../ui/use-form";

type Account = MemberDetail["accounts"][number];

/** Test money out of nothing: in the sandbox alone. */
export function FundAccount({ account }: { readonly account: Account }) {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)}>
        Add test money
      </Button>
      <Dialog isOpen={isOpen} onClose={close} title="Add test money">
        <Form account={account} onDone={close} />
      </Dialog>
    </>
  );
}

function Form({ account, onDone }: { readonly account: Account; readonly onDone: () => void }) {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const queryClient = useQueryClient();
  const place = usePlace();
  const locale = useLocale();
  const { id, currency } = account;
  const [key] = useState(newClaim);
  const { draft, change, issues, failure, isBusy, form } = useForm({
    start: { amount: "" },
    schema: FundingInput,
    toInput: ({ amount }) => ({ id, key, amount: readAmountText(amount) ?? Number.NaN }),
    send: (input) => client.members.fund.mutate({ ...place, ...input }),
    onSent: () => {
      toast.success(`${formatMoney(readAmountText(draft.amount) ?? 0, currency, locale)} added`);
      void queryClient.invalidateQueries({ queryKey: trpc.members.pathKey() });
      onDone();
    },
  });
  return (
    <DialogForm form={form} action="Add money" isBusy={isBusy} failure={failure}>
      <AmountField
        label="Amount"
        currency={currency}
        value={draft.amount}
        onChange={(amount) => change({ amount })}
        error={issues.amount}
        help="It can be spent at once."
      />
    </DialogForm>
  );
}
