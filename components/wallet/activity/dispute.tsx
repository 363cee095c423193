"use client";

import { useQuery } from "@tanstack/react-query";
import { Flag, Snowflake } from "lucide-react";
import { useState } from "react";
import { useForm } from "@/components/shared/forms/use-form";
import { useTRPC } from "@/components/trpc/client";
import { Dialog, DialogBody, DialogFooter } from "@/components/ui/feedback/dialog";
import { DialogForm } from "@/components/ui/feedback/dialog-form";
import { Button } from "@/components/ui/forms/button";
import { LinkButton } from "@/components/ui/forms/link-button";
import { NoteField } from "@/components/ui/forms/note-field";
import { SelectField } from "@/components/ui/forms/select-field";
import { ExactTime } from "@/components/ui/values/exact-time";
import { DISPUTE_NOTE_MAX, DISPUTE_REASONS } from "@/server/contracts/choices";
import type { TransactionDetail } from "@/server/trpc/types";
import { useCardName } from "../cards/card-look";
import { useFreeze } from "../cards/freeze";

interface DisputeProps {
  readonly transaction: TransactionDetail;
}

export function Dispute({ transaction }: DisputeProps) {
  const [isOpen, setOpen] = useState(false);
  const { dispute } = transaction;
  return (
    <section>
      {dispute ? (
        <Disputed transaction={transaction} dispute={dispute} />
      ) : (
        <Button onClick={() => setOpen(true)}>
          <Flag aria-hidden className="size-4" /> Dispute this payment
        </Button>
      )}
      <Dialog
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title={dispute ? "Payment disputed" : "Dispute this payment?"}
      >
        {dispute ? (
          <Afterwards transaction={transaction} onDone={() => setOpen(false)} />
        ) : (
          <DisputeForm transaction={transaction} />
        )}
      </Dialog>
    </section>
  );
}

/** What became of a closed dispute. */
const ENDS = {
  refunded: "Closed: you have money back.",
  rejected: "Closed: the payment stands.",
  withdrawn: "Closed: you took it back.",
} as const;

function Disputed({
  transaction: { id, merchant },
  dispute,
}: DisputeProps & { readonly dispute: NonNullable<TransactionDetail["dispute"]> }) {
  const [isOpen, setOpen] = useState(false);
  const { reason, openedAt, closedAt, outcome, message, answer, canAnswer } = dispute;
  return (
    <div className="rounded-8 border border-line p-4 text-14">
      <h2 className="flex items-center gap-2 text-14">
        <Flag aria-hidden className="size-4 text-warn" /> You disputed this payment
      </h2>
      <p className="mt-1 text-muted">
        {REASONS[reason]}. Opened <ExactTime at={openedAt} as="local" />.{" "}
        {closedAt
          ? outcome
            ? ENDS[outcome]
            : `${merchant}’s provider has closed it. Any refund appears above.`
          : `${merchant}’s provider is reviewing it. If they refund you, it appears above.`}
      </p>
      {message ? (
        <p className="mt-2 wrap-anywhere">
          {merchant}’s provider wrote: “{message}”
        </p>
      ) : null}
      {answer ? <p className="mt-2 wrap-anywhere">You answered: “{answer}”</p> : null}
      {canAnswer ? (
        <div className="mt-3">
          <Button onClick={() => setOpen(true)}>Answer</Button>
        </div>
      ) : null}
      <Dialog isOpen={isOpen} onClose={() => setOpen(false)} title="Answer once">
        <AnswerForm id={id} onDone={() => setOpen(false)} />
      </Dialog>
    </div>
  );
}

function AnswerForm({ id, onDone }: { readonly id: string; readonly onDone: () => void }) {
  const trpc = useTRPC();
  const { field, form } = useForm({
    start: { answer: "" },
    schema: () => import("@/server/contracts/portal/wallet/activity").then((contract) => contract.AnswerDisputeInput),
    toInput: ({ answer }) => ({ id, answer }),
    mutation: trpc.wallet.activity.answerDispute.mutationOptions(),
    variables: (input) => input,
    onSent: onDone,
  });
  return (
    <DialogForm {...form} action="Send answer">
      <p className="text-14 text-muted">The dispute stays closed. They see your answer beside the payment.</p>
      <NoteField
        {...field("answer")}
        label="Your answer"
        max={DISPUTE_NOTE_MAX}
        help="You can answer once. Don’t include passwords or codes."
      />
    </DialogForm>
  );
}

const REASONS = {
  not_recognized: "I don’t recognize it",
  wrong_amount: "The amount is wrong",
  duplicate: "I was charged twice",
  not_delivered: "I didn’t get what I paid for",
} as const;

const REASON_OPTIONS = DISPUTE_REASONS.map((value) => ({ value, label: REASONS[value] }));

function DisputeForm({ transaction: { id, merchant } }: DisputeProps) {
  const trpc = useTRPC();
  const { field, form } = useForm({
    start: { reason: "", note: "" },
    schema: () => import("@/server/contracts/portal/wallet/activity").then((contract) => contract.DisputeInput),
    toInput: (draft) => ({ id, ...draft }),
    mutation: trpc.wallet.activity.dispute.mutationOptions(),
    variables: (input) => input,
  });
  return (
    <DialogForm {...form} action="Dispute payment">
      <p className="text-14 text-muted">
        {merchant}’s payment provider reviews it. A dispute doesn’t move any money. Check first whether someone you
        share the account with made this payment.
      </p>
      <SelectField {...field("reason")} label="What’s wrong?" placeholder="Choose" options={REASON_OPTIONS} />
      <NoteField
        {...field("note")}
        label="Anything they should know?"
        max={DISPUTE_NOTE_MAX}
        help="Optional. Don’t include passwords or codes."
      />
    </DialogForm>
  );
}

function Afterwards({ transaction, onDone }: DisputeProps & { readonly onDone: () => void }) {
  const { cardId, paymentCodeId, agreementId, merchant } = transaction;
  const way = paymentCodeId
    ? { href: `/wallet/codes/${paymentCodeId}`, label: "View code" }
    : agreementId
      ? { href: `/wallet/agreements/${agreementId}`, label: "View agreement" }
      : null;
  return (
    <>
      <DialogBody>
        <p className="text-14">{merchant}’s provider has your dispute. If they refund you, it appears on this page.</p>
        {cardId ? <FreezeOffer cardId={cardId} /> : null}
        {way ? <p className="text-14">You can also block what it was paid with, so nothing more is taken.</p> : null}
      </DialogBody>
      <DialogFooter>
        {way ? (
          <LinkButton href={way.href} size="large" isWide>
            {way.label}
          </LinkButton>
        ) : null}
        <Button look="primary" size="large" isWide onClick={onDone}>
          Done
        </Button>
      </DialogFooter>
    </>
  );
}

function FreezeOffer({ cardId }: { readonly cardId: string }) {
  const trpc = useTRPC();
  const card = useQuery(trpc.wallet.cards.get.queryOptions({ id: cardId }));
  const { isBusy, freeze } = useFreeze(cardId);
  const name = useCardName(cardId);
  if (card.data?.status === "frozen") {
    return (
      <p className="flex items-center gap-2 text-14">
        <Snowflake aria-hidden className="size-4 text-accent" /> {name} is frozen. It can’t make new payments.
      </p>
    );
  }
  if (card.data?.status !== "active" || card.data.isShared) return null;
  return (
    <div className="rounded-8 border border-line p-4">
      <p className="text-14">It was paid with {name}. Freeze it to decline every payment until you unfreeze it.</p>
      <div className="mt-3">
        <Button isBusy={isBusy} onClick={freeze}>
          {isBusy ? null : <Snowflake aria-hidden className="size-4" />} Freeze card
        </Button>
      </div>
    </div>
  );
}
