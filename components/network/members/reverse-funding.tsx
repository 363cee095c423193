"use client";

import { useForm } from "@/components/shared/forms/use-form";
import { AmountField } from "@/components/shared/money/amount-field";
import { formatMoney } from "@/components/shared/money/money";
import { amountInput } from "@/components/shared/money/read-amount";
import { useTRPC } from "@/components/trpc/client";
import { DialogForm } from "@/components/ui/feedback/dialog-form";
import { FormDialog } from "@/components/ui/feedback/form-dialog";
import { toast } from "@/components/ui/feedback/toast";
import { Field } from "@/components/ui/forms/field";
import { useLocale } from "@/components/ui/values/locale";
import type { MemberPage } from "@/server/trpc/types";
import { sayWaiting } from "../approvals/say-waiting";
import { useNetwork } from "../shell/use-network";

interface ReverseFundingProps {
  readonly funding: Pick<MemberPage["fundings"][number], "id" | "amount" | "currency">;
  readonly name: string;
}

export function ReverseFunding({ funding, name }: ReverseFundingProps) {
  const locale = useLocale();
  const money = formatMoney(funding.amount, funding.currency, locale);
  return (
    <FormDialog
      size="small"
      button={
        <>
          Reverse<span className="sr-only"> {money}</span>
        </>
      }
      title={`Reverse ${money}?`}
      purpose={`The whole amount leaves the account of ${name}, if it’s still available. This can’t be undone.`}
      form={(done) => <Form funding={funding} name={name} onDone={done} />}
    />
  );
}

function Form({ funding, name, onDone }: ReverseFundingProps & { readonly onDone: () => void }) {
  const trpc = useTRPC();
  const locale = useLocale();
  const { place } = useNetwork();
  const isLive = place.environment === "live";
  const { id, amount, currency } = funding;
  const money = formatMoney(amount, currency, locale);
  const { field, form } = useForm({
    start: { reference: "", confirmedAmount: "" },
    schema: () => import("@/server/contracts/portal/network/network").then((contract) => contract.ReverseFundingInput),
    toInput: ({ reference, confirmedAmount }, key) => ({
      key,
      fundingId: id,
      ...(reference.trim() === "" ? {} : { reference }),
      ...(isLive ? { confirmedAmount: amountInput(confirmedAmount, currency) } : {}),
    }),
    check: ({ confirmedAmount }) =>
      isLive && confirmedAmount !== amount ? { confirmedAmount: "This is not the amount above." } : null,
    mutation: trpc.network.members.reverseFunding.mutationOptions(),
    variables: (input) => ({ ...place, ...input }),
    onSent: ({ awaits }) => {
      if (awaits === undefined) toast.success(`${money} reversed for ${name}`);
      else sayWaiting(`Reversal of ${money} for ${name} requested`);
      onDone();
    },
  });
  return (
    <DialogForm {...form} isDanger action={`Reverse ${money}`}>
      <Field
        {...field("reference")}
        label="Reference (optional)"
        autoComplete="off"
        help="The bank’s reference of the return. It’s kept in the audit log."
      />
      {isLive ? (
        <AmountField {...field("confirmedAmount")} label="Amount" currency={currency} help="This is real money." />
      ) : null}
    </DialogForm>
  );
}
