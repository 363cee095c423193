"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { formatMoney, Money } from "@/components/shared/money/money";
import { StatusBadge } from "@/components/shared/status/status-badge";
import { useTRPC } from "@/components/trpc/client";
import { linkAsOwner } from "@/components/trpc/page-owner";
import { Confirm } from "@/components/ui/feedback/confirm";
import { Unread } from "@/components/ui/feedback/states";
import { Button } from "@/components/ui/forms/button";
import { classesOf } from "@/components/ui/forms/button-look";
import { SectionHead } from "@/components/ui/layout/page-head";
import { Link } from "@/components/ui/navigation/link";
import { CopyId } from "@/components/ui/values/copy-id";
import { Count } from "@/components/ui/values/count";
import { useLocale } from "@/components/ui/values/locale";
import { Day, Time } from "@/components/ui/values/time";
import type { PaymentFile } from "@/server/trpc/types";
import { OwnLoginOnly } from "../shell/own-login";
import { useChange } from "../shell/use-change";
import { useNetwork } from "../shell/use-network";

const grouped = (count: number) => count.toLocaleString("en-US");

/** What happened to it last, and by whom. */
function LastStep({ file }: { readonly file: PaymentFile }) {
  const { askedBy, approvedBy, createdAt, sentBy, sentAt, takenBackBy, takenBackAt } = file;
  if (takenBackBy && takenBackAt) {
    return (
      <>
        Taken back by {takenBackBy}, <Time at={takenBackAt} as="relative" />
      </>
    );
  }
  if (sentBy && sentAt) {
    return (
      <>
        Sent by {sentBy}, <Time at={sentAt} as="relative" />
      </>
    );
  }
  return (
    <>
      {file.state === "waiting" ? "Requested" : "Made"} by {askedBy}
      {approvedBy ? `, approved by ${approvedBy}` : ""}, <Time at={createdAt} as="relative" />
    </>
  );
}

function Acts({ file }: { readonly file: PaymentFile }) {
  const trpc = useTRPC();
  const locale = useLocale();
  const { place } = useNetwork();
  const [asked, setAsked] = useState<"send" | "take_back" | null>(null);
  const close = () => setAsked(null);
  const money = formatMoney(file.sum, file.currency, locale);
  const send = useChange(trpc.network.payouts.sendFile.mutationOptions(), {
    done: () => `The file of ${money} is sent`,
    after: close,
  });
  const takeBack = useChange(trpc.network.payouts.takeFileBack.mutationOptions(), {
    done: () => `The file of ${money} is taken back`,
    after: close,
  });
  const of = { ...place, id: file.id };
  const isOpen = file.state === "made" || file.state === "sent";
  return (
    <OwnLoginOnly>
      <span className="flex flex-wrap gap-2">
        {isOpen ? (
          <a
            href={`/network/payment-files/${file.id}?environment=${place.environment}`}
            download
            onClick={linkAsOwner}
            className={classesOf({ size: "small" })}
          >
            Download
          </a>
        ) : null}
        {file.state === "made" || file.state === "waiting" ? (
          <Button size="small" onClick={() => setAsked("take_back")}>
            Take back
          </Button>
        ) : null}
        {file.state === "made" ? (
          <Button size="small" look="primary" onClick={() => setAsked("send")}>
            Mark as sent
          </Button>
        ) : null}
      </span>
      <Confirm
        isOpen={asked === "send"}
        onClose={close}
        title="Has the bank got this file?"
        action="Mark as sent"
        isHarmless
        isBusy={send.isPending}
        onConfirm={() => send.mutate(of)}
      >
        Its payouts are then on their way, and merchants and members are told. It can’t be taken back any more.
      </Confirm>
      <Confirm
        isOpen={asked === "take_back"}
        onClose={close}
        title="Take the whole file back?"
        action="Take back"
        isBusy={takeBack.isPending}
        onConfirm={() => takeBack.mutate(of)}
      >
        Its payouts are due again. Make sure that the bank doesn’t have it: it would pay twice.
      </Confirm>
    </OwnLoginOnly>
  );
}

export function PaymentFiles() {
  const trpc = useTRPC();
  const { place, at } = useNetwork();
  const files = useQuery(trpc.network.payouts.files.queryOptions(place));
  return (
    <section>
      <SectionHead title="Payment files" />
      <Unread what="Payment files" query={files} rows={2} />
      {files.data?.length === 0 ? (
        <p className="rounded-8 border border-dashed border-line p-4 text-14 text-muted">
          No files yet. Make one of what is due, and give it to the bank.
        </p>
      ) : null}
      {files.data && files.data.length > 0 ? (
        <ul className="divide-y divide-line rounded-8 border border-line">
          {files.data.map((file) => (
            <li key={file.id} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 px-4 py-3 text-14">
              <span className="min-w-0">
                <span className="flex flex-wrap items-center gap-x-3 gap-y-1 font-medium">
                  <Money amount={file.sum} currency={file.currency} />
                  <Link href={at(`/network/payouts?file=${file.id}`)} className="text-accent hover:underline">
                    <Count of={file.payoutCount} one="payout" />
                  </Link>
                  <StatusBadge status={file.state} />
                </span>
                <span className="block text-13 wrap-anywhere text-muted">
                  {file.format === "csv" ? "CSV" : "pain.001"}, to be paid <Day day={file.executesOn} as="utc" />.{" "}
                  {file.state === "sent"
                    ? `${grouped(file.answeredCount)} of ${grouped(file.payoutCount)} answered. `
                    : ""}
                  <LastStep file={file} />
                </span>
                {file.digest ? (
                  <span className="flex flex-wrap items-center gap-x-2 text-13 text-muted">
                    SHA-256 <CopyId id={file.digest} />
                  </span>
                ) : null}
              </span>
              <Acts file={file} />
            </li>
          ))}
        </ul>
      ) : null}
    </section>
  );
}
