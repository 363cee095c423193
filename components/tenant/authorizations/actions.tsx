"use client";

import { useState } from "react";
import { useForm } from "@/components/shared/forms/use-form";
import { AmountField } from "@/components/shared/money/amount-field";
import { formatMoney } from "@/components/shared/money/money";
import { amountInput } from "@/components/shared/money/read-amount";
import { useTRPC } from "@/components/trpc/client";
import { Dialog } from "@/components/ui/feedback/dialog";
import { DialogForm } from "@/components/ui/feedback/dialog-form";
import { toast } from "@/components/ui/feedback/toast";
import { Button } from "@/components/ui/forms/button";
import { SelectField } from "@/components/ui/forms/select-field";
import { useActInAddress } from "@/components/ui/tables/use-new-in-address";
import { useLocale } from "@/components/ui/values/locale";
import type { AuthorizationDetail } from "@/server/trpc/types";
import { useTenant } from "../shell/use-tenant";
import { REASONS } from "./reasons";

type Act = "capture" | "increment" | "void" | "release" | "refund";

const TITLES: Readonly<Record<Act, readonly [string, string]>> = {
  capture: ["Capture", "Take held funds from the member."],
  increment: ["Increment", "Ask for more on the same hold."],
  void: ["Void", "Cancel the hold. The member gets the money back immediately."],
  release: ["Release the rest", "Give back what is still held. What was captured stays paid."],
  refund: ["Refund", "Return captured money to the member."],
};

const PALETTE_ACTS = ["capture", "refund"] as const;

interface ActionsProps {
  readonly detail: AuthorizationDetail;
  /** A page has two instances, for desktop and phone. Only one may open the action from the URL. */
  readonly isOpenedByAddress?: boolean;
}

/** Offers only actions that are possible and permitted, with the amounts left. */
export function Actions({ detail, isOpenedByAddress = false }: ActionsProps) {
  const { may } = useTenant();
  const locale = useLocale();
  const [act, setAct] = useState<Act | null>(null);
  const { capturable, voidable, refundable, currency } = detail;
  useActInAddress(
    (asked) => {
      const isOpen = { capture: capturable > 0, refund: refundable > 0 }[asked];
      if (isOpen) setAct(asked);
    },
    isOpenedByAddress && may("move_money") ? PALETTE_ACTS : [],
  );
  if (!may("move_money") || voidable + refundable === 0) return null;
  const money = (amount: number) => formatMoney(amount, currency, locale);
  const done = () => {
    setAct(null);
  };
  const isPartlyCaptured = refundable > 0 || detail.captured > 0;
  const [title, purpose] = TITLES[act ?? "capture"];
  return (
    <>
      <div className="flex flex-wrap gap-2">
        {capturable > 0 ? (
          <Button look="primary" onClick={() => setAct("capture")}>
            Capture up to {money(capturable)}
          </Button>
        ) : null}
        {detail.canIncrement ? <Button onClick={() => setAct("increment")}>Increment</Button> : null}
        {voidable > 0 && !isPartlyCaptured ? <Button onClick={() => setAct("void")}>Void</Button> : null}
        {voidable > 0 && isPartlyCaptured ? <Button onClick={() => setAct("release")}>Release the rest</Button> : null}
        {refundable > 0 ? <Button onClick={() => setAct("refund")}>Refund</Button> : null}
      </div>
      <Dialog isOpen={act !== null} onClose={() => setAct(null)} title={title} purpose={purpose}>
        {act === "capture" ? <CaptureForm detail={detail} onDone={done} /> : null}
        {act === "increment" ? <IncrementForm detail={detail} onDone={done} /> : null}
        {act === "void" || act === "release" || act === "refund" ? (
          <ReverseForm detail={detail} onDone={done} act={act} />
        ) : null}
      </Dialog>
    </>
  );
}

interface ActionFormProps {
  readonly detail: AuthorizationDetail;
  readonly onDone: () => void;
}

function CaptureForm({ detail, onDone }: ActionFormProps) {
  const trpc = useTRPC();
  const { place } = useTenant();
  const locale = useLocale();
  const { capturable, currency, id } = detail;
  const money = (amount: number) => formatMoney(amount, currency, locale);
  const { draft, field, form } = useForm({
    start: { amount: String(capturable) },
    schema: () => import("@/server/contracts/portal/tenant/money").then((contract) => contract.CaptureInput),
    toInput: ({ amount }, key) => ({ id, key, amount: amountInput(amount, currency) ?? Number.NaN }),
    check: ({ amount }) => (amount > capturable ? { amount: `At most ${money(capturable)} is held.` } : null),
    mutation: trpc.tenant.authorizations.capture.mutationOptions(),
    variables: (input) => ({ ...place, ...input }),
    onSent: ({ captured, remaining }) => {
      const rest = remaining > 0 ? `${money(remaining)} is still held` : "nothing is held";
      toast.success(`Captured ${money(captured)}; ${rest}`);
      onDone();
    },
  });
  const amount = amountInput(draft.amount, currency);
  return (
    <DialogForm {...form} action={amount ? `Capture ${money(amount)}` : "Capture"}>
      <AmountField
        {...field("amount")}
        label="Amount"
        currency={currency}
        help={`${money(capturable)} is held. You can capture the rest later, until the hold expires.`}
      />
    </DialogForm>
  );
}

/** Increases the hold. The card's rules run again, so it may be declined. */
function IncrementForm({ detail, onDone }: ActionFormProps) {
  const trpc = useTRPC();
  const { place } = useTenant();
  const locale = useLocale();
  const { currency, id, capturable } = detail;
  const money = (amount: number) => formatMoney(amount, currency, locale);
  const { draft, field, form } = useForm({
    start: { amount: "" },
    schema: () => import("@/server/contracts/portal/tenant/money").then((contract) => contract.IncrementInput),
    toInput: ({ amount }, key) => ({ id, key, amount: amountInput(amount, currency) ?? Number.NaN }),
    mutation: trpc.tenant.authorizations.increment.mutationOptions(),
    variables: (input) => ({ ...place, ...input }),
    onSent: ({ amount, decline }) => {
      if (decline) toast.error(`Increment declined: ${decline.title}. The hold is unchanged.`);
      else toast.success(`${money(amount)} more is held`);
      onDone();
    },
  });
  const amount = amountInput(draft.amount, currency);
  return (
    <DialogForm {...form} action={amount ? `Hold ${money(amount)} more` : "Hold more"}>
      <AmountField
        {...field("amount")}
        label="Amount to add"
        currency={currency}
        help={`${money(capturable)} is held now. A declined increment doesn’t change that.`}
      />
    </DialogForm>
  );
}

const REASON_OPTIONS = Object.entries(REASONS).map(([value, words]) => ({ value, label: `${words} (${value})` }));

/** The reason code that the API records by default. */
const USUAL_REASON = "RV01";

const REVERSAL_WORDS = {
  void: { kind: "void", verb: "Void", past: "voided", of: "Held" },
  release: { kind: "void", verb: "Release", past: "released", of: "Still held" },
  refund: { kind: "refund", verb: "Refund", past: "refunded", of: "Captured" },
} as const;

function ReverseForm({ detail, onDone, act }: ActionFormProps & { readonly act: keyof typeof REVERSAL_WORDS }) {
  const trpc = useTRPC();
  const { place } = useTenant();
  const locale = useLocale();
  const { currency, id } = detail;
  const { kind, verb, past, of } = REVERSAL_WORDS[act];
  const most = kind === "void" ? detail.voidable : detail.refundable;
  const money = (amount: number) => formatMoney(amount, currency, locale);
  const { draft, field, form } = useForm({
    start: { amount: String(most), reason: USUAL_REASON },
    schema: () => import("@/server/contracts/portal/tenant/money").then((contract) => contract.ReverseInput),
    toInput: ({ amount, reason }, key) => ({
      id,
      key,
      reason,
      kind,
      amount: amountInput(amount, currency) ?? Number.NaN,
    }),
    check: ({ amount }) => (amount > most ? { amount: `At most ${money(most)} can be ${past}.` } : null),
    mutation: trpc.tenant.authorizations.reverse.mutationOptions(),
    variables: (input) => ({ ...place, ...input }),
    onSent: ({ voided, refunded }) => {
      toast.success(`${money(voided + refunded)} ${past}`);
      onDone();
    },
  });
  const amount = amountInput(draft.amount, currency);
  return (
    <DialogForm {...form} isDanger action={amount ? `${verb} ${money(amount)}` : verb}>
      <AmountField
        {...field("amount")}
        label="Amount"
        currency={currency}
        help={`${of}: ${money(most)}. This can’t be undone.`}
      />
      <SelectField {...field("reason")} label="Reason" placeholder="Choose why" options={REASON_OPTIONS} />
    </DialogForm>
  );
}
