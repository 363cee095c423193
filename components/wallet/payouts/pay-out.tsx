"use client";

import { formatMoney } from "@/components/shared/money/money";
import { PayOutForm } from "@/components/shared/payouts/pay-out-form";
import { useTRPC } from "@/components/trpc/client";
import { FormDialog } from "@/components/ui/feedback/form-dialog";
import { toast } from "@/components/ui/feedback/toast";
import { useLocale } from "@/components/ui/values/locale";
import type { PayoutTerms } from "@/server/trpc/types";
import { usePayable } from "./use-payable";

/** Renders nothing if none of the member's currencies is paid out. */
export function PayOut() {
  const payable = usePayable();
  if (payable.length === 0) return null;
  return (
    <FormDialog
      look="primary"
      button="Pay out to your bank"
      title="Pay out to your bank"
      purpose="The account must be in your name. The money leaves your balance now, and arrives in a few bank days."
      form={(done) => <Form onDone={done} />}
    />
  );
}

const ownFeeOf = ({ fee, feePayer }: PayoutTerms) => (feePayer === "member" ? fee : 0);

function formatFee(terms: PayoutTerms, locale: string): string {
  const { currency, smallest } = terms;
  const fee = ownFeeOf(terms);
  const least = `At least ${formatMoney(smallest, currency, locale)}.`;
  if (fee === 0) return `${least} No fee.`;
  return `${least} A fee of ${formatMoney(fee, currency, locale)} comes on top, and stays if the money comes back.`;
}

function Form({ onDone }: { readonly onDone: () => void }) {
  const trpc = useTRPC();
  const locale = useLocale();
  const payable = usePayable();
  const termsOf = (currency: string) => payable.find(({ terms }) => terms.currency === currency)?.terms;
  return (
    <PayOutForm
      accounts={payable.map(({ account }) => account)}
      helpOf={(currency) => {
        const terms = termsOf(currency);
        return terms ? formatFee(terms, locale) : "";
      }}
      feeOf={(currency) => {
        const terms = termsOf(currency);
        return terms && ownFeeOf(terms);
      }}
      mutation={trpc.wallet.payouts.create.mutationOptions()}
      variables={(input) => input}
      onSent={() => {
        toast.success("Your payout is on its way");
        onDone();
      }}
    />
  );
}
