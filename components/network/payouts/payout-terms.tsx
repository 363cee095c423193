"use client";

import { useQuery } from "@tanstack/react-query";
import { useForm } from "@/components/shared/forms/use-form";
import { AmountField } from "@/components/shared/money/amount-field";
import { CurrencyChoice } from "@/components/shared/money/currency-choice";
import { Money } from "@/components/shared/money/money";
import { amountInput } from "@/components/shared/money/read-amount";
import { useTRPC } from "@/components/trpc/client";
import { DialogForm } from "@/components/ui/feedback/dialog-form";
import { FormDialog } from "@/components/ui/feedback/form-dialog";
import { Unread } from "@/components/ui/feedback/states";
import { toast } from "@/components/ui/feedback/toast";
import { Choice } from "@/components/ui/forms/choice";
import { SectionHead } from "@/components/ui/layout/page-head";
import { Fact, Facts } from "@/components/ui/tables/facts";
import { OwnLoginOnly } from "../shell/own-login";
import { useNetwork } from "../shell/use-network";

const PAYERS = [
  { value: "member", label: "The member" },
  { value: "tenant", label: "The tenant" },
] as const;

export function MemberPayoutTerms() {
  const trpc = useTRPC();
  const { place } = useNetwork();
  const terms = useQuery(trpc.network.payouts.terms.queryOptions(place));
  return (
    <section className="max-w-[35rem]">
      <SectionHead title="Members’ payouts">
        <OwnLoginOnly>
          <FormDialog
            size="small"
            button="Set terms"
            title="Set the terms of a currency"
            purpose="They count for what members ask for from now on. Without terms nobody is paid out in a currency."
            form={(done) => <Form onDone={done} />}
          />
        </OwnLoginOnly>
      </SectionHead>
      <Unread what="The terms" query={terms} rows={1} />
      {terms.data?.length === 0 ? (
        <p className="rounded-8 border border-dashed border-line p-4 text-14 text-muted">
          No terms yet, so members can’t have their balance paid out.
        </p>
      ) : null}
      {terms.data && terms.data.length > 0 ? (
        <Facts>
          {terms.data.map(({ currency, smallest, fee, feePayer }) => (
            <Fact key={currency} label={currency}>
              from <Money amount={smallest} currency={currency} />,{" "}
              {fee === 0 ? (
                "free"
              ) : (
                <>
                  <Money amount={fee} currency={currency} /> paid by the {feePayer}
                </>
              )}
            </Fact>
          ))}
        </Facts>
      ) : null}
    </section>
  );
}

function Form({ onDone }: { readonly onDone: () => void }) {
  const trpc = useTRPC();
  const { place } = useNetwork();
  const { draft, change, field, issues, form } = useForm({
    start: { currency: "", smallest: "", fee: "", feePayer: "member" as "member" | "tenant" },
    schema: () => import("@/server/contracts/portal/network/payouts").then((contract) => contract.TermsInput),
    toInput: ({ currency, smallest, fee, feePayer }) => ({
      currency,
      feePayer,
      smallest: amountInput(smallest, currency),
      fee: amountInput(fee, currency),
    }),
    mutation: trpc.network.payouts.setTerms.mutationOptions(),
    variables: (input) => ({ ...place, ...input }),
    onSent: ({ currency }) => {
      toast.success(`The terms in ${currency} are set`);
      onDone();
    },
  });
  return (
    <DialogForm {...form} action="Set terms">
      <CurrencyChoice
        label="Currency"
        value={draft.currency}
        onChange={(currency) => change({ currency })}
        error={issues.currency}
      />
      <AmountField {...field("smallest")} label="Smallest amount" currency={draft.currency} />
      <AmountField {...field("fee")} label="Fee (optional)" currency={draft.currency} />
      <Choice
        label="Who pays the fee"
        options={PAYERS}
        value={draft.feePayer}
        onChange={(feePayer) => change({ feePayer })}
      />
    </DialogForm>
  );
}
