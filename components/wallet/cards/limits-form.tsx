"use client";

import { useState } from "react";
import { changedFields } from "@/components/shared/forms/changed";
import { useForm } from "@/components/shared/forms/use-form";
import { AmountField } from "@/components/shared/money/amount-field";
import { formatMoney } from "@/components/shared/money/money";
import { amountInput } from "@/components/shared/money/read-amount";
import { useTRPC } from "@/components/trpc/client";
import { DialogForm } from "@/components/ui/feedback/dialog-form";
import { toast } from "@/components/ui/feedback/toast";
import { countInput } from "@/components/ui/forms/count-input";
import { Field } from "@/components/ui/forms/field";
import { useLocale } from "@/components/ui/values/locale";
import type { Card } from "@/server/trpc/types";
import { callCard } from "./card-look";

const show = (value: number | null) => (value === null ? "" : String(value));

/** The member's own limits. Empty fields set no limit. */
export function LimitsForm({ card, onDone }: { readonly card: Card; readonly onDone: () => void }) {
  const trpc = useTRPC();
  const locale = useLocale();
  const { id, currency, issuerLimits } = card;
  // What is read again while the form is open doesn't count as seen.
  const [seen] = useState(card.limits);
  const { field, form } = useForm({
    start: {
      perTransaction: show(seen.perTransaction),
      dailyAmount: show(seen.dailyAmount),
      dailyCount: show(seen.dailyCount),
    },
    schema: () => import("@/server/contracts/portal/wallet/cards").then((contract) => contract.CardLimitsInput),
    toInput: ({ perTransaction, dailyAmount, dailyCount }) => ({
      id,
      ...changedFields(seen, {
        perTransaction: amountInput(perTransaction, currency) ?? null,
        dailyAmount: amountInput(dailyAmount, currency) ?? null,
        dailyCount: countInput(dailyCount) ?? null,
      }),
      seen,
    }),
    mutation: trpc.wallet.cards.changeLimits.mutationOptions(),
    variables: (input) => input,
    onSent: () => {
      toast.success(`Limits saved for ${callCard(card)}`, { description: "They apply from the next payment." });
      onDone();
    },
  });
  const helpOf = (name: keyof Card["limits"], say: (value: number) => string, help: string) => {
    const issuer = issuerLimits[name];
    return issuer === null ? help : `Your issuer allows ${say(issuer)}. The lower limit applies.`;
  };
  const money = (value: number) => formatMoney(value, currency, locale);
  return (
    <DialogForm {...form} action="Save limits" note="Leave a field empty for no limit.">
      <AmountField
        {...field("perTransaction")}
        label="One payment"
        currency={currency}
        placeholder="No limit"
        help={helpOf("perTransaction", money, "The most a single payment can take.")}
      />
      <AmountField
        {...field("dailyAmount")}
        label="All payments in a day"
        currency={currency}
        placeholder="No limit"
        help={helpOf("dailyAmount", money, "Days go from midnight to midnight UTC.")}
      />
      <Field
        {...field("dailyCount")}
        label="Payments per day"
        inputMode="numeric"
        autoComplete="off"
        placeholder="No limit"
        help={helpOf(
          "dailyCount",
          (count) => count.toLocaleString(locale),
          "Further payments are declined until the next day.",
        )}
      />
    </DialogForm>
  );
}
