"use client";

import { useForm } from "@/components/shared/forms/use-form";
import { amountInput, readAmountText } from "@/components/shared/money/read-amount";
import { useTRPC } from "@/components/trpc/client";
import { toast } from "@/components/ui/feedback/toast";
import { useLocale } from "@/components/ui/values/locale";
import type { AgreementTerms } from "@/server/contracts/agreement-terms";
import { decimalsOf } from "@/server/contracts/currencies";
import { formatTerms } from "@/server/contracts/format-terms";
import type { Agreement } from "@/server/trpc/types";
import { suggestCap } from "./suggest-cap";

type Interval = NonNullable<Agreement["interval"]>;

export interface ApprovalDraft {
  readonly account: string;
  readonly maxAmount: string;
  readonly interval: Interval;
  /** For terms that the merchant left open: the member sets limits, or none. */
  readonly limits: "set" | "none";
}

export function openIn({ cap, interval }: Agreement) {
  return { isCapOpen: cap === null, isIntervalOpen: interval === null };
}

function startOf({ account, currency, cap, interval }: Agreement): ApprovalDraft {
  const maxAmount = (cap ?? suggestCap(currency)).toFixed(decimalsOf(currency));
  return { account, maxAmount, interval: interval ?? "monthly", limits: "set" };
}

/** The terms that the draft would approve. An invalid or higher cap falls back to the requested one. */
function termsOf(agreement: Agreement, { maxAmount, interval, limits }: ApprovalDraft): AgreementTerms {
  const { isCapOpen, isIntervalOpen } = openIn(agreement);
  const isNone = limits === "none";
  const typed = readAmountText(maxAmount, agreement.currency);
  const isLower = typed !== null && (agreement.cap === null || typed <= agreement.cap);
  return {
    ...agreement,
    cap: isCapOpen && isNone ? null : isLower ? typed : agreement.cap,
    interval: isIntervalOpen && isNone ? null : interval,
  };
}

export function useApproval(agreement: Agreement) {
  const { id, merchant, currency, cap } = agreement;
  const { isCapOpen, isIntervalOpen } = openIn(agreement);
  const trpc = useTRPC();
  const locale = useLocale();
  const approval = useForm({
    start: startOf(agreement),
    schema: () => import("@/server/contracts/portal/wallet/agreements").then((contract) => contract.ApproveInput),
    toInput: ({ account, maxAmount, interval, limits }) => {
      const noLimit = limits === "none";
      return {
        id,
        account,
        noLimit,
        ...(isCapOpen && noLimit ? {} : { maxAmount: amountInput(maxAmount, currency) }),
        ...(isIntervalOpen && noLimit ? {} : { interval }),
      };
    },
    check: ({ maxAmount, noLimit }) => {
      if (maxAmount === undefined)
        return isCapOpen && !noLimit ? { maxAmount: "Set a limit, or choose no limit." } : null;
      return cap !== null && maxAmount > cap ? { maxAmount: "It can’t be higher than the merchant requested." } : null;
    },
    mutation: trpc.wallet.agreements.approve.mutationOptions(),
    variables: (input) => input,
    onSent: () => {
      toast.success(`${merchant} can now charge you`, {
        description: `${formatTerms(terms, locale)}. It’s under Agreements.`,
      });
    },
  });
  const terms = termsOf(agreement, approval.draft);
  return { ...approval, terms };
}
