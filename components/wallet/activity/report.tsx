"use client";

import { useQuery } from "@tanstack/react-query";
import { Flag, ShieldQuestion, Snowflake } from "lucide-react";
import { useState } from "react";
import { useForm } from "@/components/shared/forms/use-form";
import { useTRPC } from "@/components/trpc/client";
import { Dialog, DialogBody, DialogFooter } from "@/components/ui/feedback/dialog";
import { DialogForm } from "@/components/ui/feedback/dialog-form";
import { Button } from "@/components/ui/forms/button";
import { LinkButton } from "@/components/ui/forms/link-button";
import { NoteField } from "@/components/ui/forms/note-field";
import { ExactTime } from "@/components/ui/values/exact-time";
import { REPORT_NOTE_MAX } from "@/server/contracts/choices";
import type { TransactionDetail } from "@/server/trpc/types";
import { useCardName } from "../cards/card-look";
import { useFreeze } from "../cards/freeze";

interface ReportProps {
  readonly transaction: TransactionDetail;
}

export function Report({ transaction }: ReportProps) {
  const [isOpen, setOpen] = useState(false);
  const { reportedAt, isReportRead, merchant } = transaction;
  return (
    <section>
      {reportedAt ? (
        <div className="rounded-8 border border-line p-4 text-14">
          <h2 className="flex items-center gap-2 text-14">
            <Flag aria-hidden className="size-4 text-warn" /> You don’t recognize this payment
          </h2>
          <p className="mt-1 text-muted">
            Reported <ExactTime at={reportedAt} as="local" />.{" "}
            {isReportRead
              ? `${merchant}’s provider has closed your report. Any refund appears above.`
              : `${merchant}’s provider is reviewing it. If they refund you, it appears above.`}
          </p>
        </div>
      ) : (
        <Button onClick={() => setOpen(true)}>
          <ShieldQuestion aria-hidden className="size-4" /> I don’t recognize this
        </Button>
      )}
      <Dialog
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title={reportedAt ? "Reported" : "You don’t recognize this payment?"}
      >
        {reportedAt ? (
          <Afterwards transaction={transaction} onDone={() => setOpen(false)} />
        ) : (
          <ReportForm transaction={transaction} />
        )}
      </Dialog>
    </section>
  );
}

function ReportForm({ transaction: { id, merchant } }: ReportProps) {
  const trpc = useTRPC();
  const { field, form } = useForm({
    start: { note: "" },
    schema: () =>
      import("@/server/contracts/portal/wallet/activity").then((contract) => contract.ReportTransactionInput),
    toInput: ({ note }) => ({ id, note }),
    mutation: trpc.wallet.activity.report.mutationOptions(),
    variables: (input) => input,
  });
  return (
    <DialogForm {...form} action="Report transaction">
      <p className="text-14 text-muted">
        {merchant}’s payment provider reviews your report. Reporting doesn’t move any money. Check first whether someone
        you share the account with made this payment.
      </p>
      <NoteField
        {...field("note")}
        label="Anything they should know?"
        max={REPORT_NOTE_MAX}
        help="Optional. Don’t include passwords or codes."
      />
    </DialogForm>
  );
}

function Afterwards({ transaction, onDone }: ReportProps & { readonly onDone: () => void }) {
  const { cardId, paymentCodeId, agreementId, merchant } = transaction;
  const way = paymentCodeId
    ? { href: `/wallet/codes/${paymentCodeId}`, label: "View code" }
    : agreementId
      ? { href: `/wallet/agreements/${agreementId}`, label: "View agreement" }
      : null;
  return (
    <>
      <DialogBody>
        <p className="text-14">{merchant}’s provider has your report. If they refund you, it appears on this page.</p>
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
