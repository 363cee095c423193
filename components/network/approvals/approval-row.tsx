"use client";

import { useState } from "react";
import { formatMoney } from "@/components/shared/money/money";
import { useTRPC } from "@/components/trpc/client";
import { Confirm } from "@/components/ui/feedback/confirm";
import { Button } from "@/components/ui/forms/button";
import { useLocale } from "@/components/ui/values/locale";
import { Time } from "@/components/ui/values/time";
import type { Approval } from "@/server/trpc/types";
import { OwnLoginOnly } from "../shell/own-login";
import { useChange } from "../shell/use-change";
import { useNetwork } from "../shell/use-network";

const STATES = { waiting: "Waiting", approved: "Approved", rejected: "Rejected", expired: "Expired" } as const;

function describeChange(approval: Approval, locale: string): string {
  const { money, isReversal, name, tenantTitle, tier, paymentFileId, payoutId } = approval;
  if (money && paymentFileId) return `Payment file of ${formatMoney(money.amount, money.currency, locale)}`;
  if (money) {
    const amount = formatMoney(money.amount, money.currency, locale);
    const whose = `${name ?? "a member"} of ${tenantTitle}`;
    if (payoutId) return `Give back ${amount} of a payout to ${whose}`;
    return isReversal ? `Reverse ${amount} for ${whose}` : `${amount} for ${whose}`;
  }
  return `Tier ${tier} for ${tenantTitle}`;
}

export function ApprovalRow({ approval }: { readonly approval: Approval }) {
  const locale = useLocale();
  const { reference, askedBy, askedAt, decidedBy, decidedAt, state, isOwn } = approval;
  const what = describeChange(approval, locale);
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 px-4 py-3 text-14">
      <span className="min-w-0">
        <span className="block font-medium wrap-anywhere">{what}</span>
        {reference ? (
          <span className="block text-13 wrap-anywhere text-muted">
            {approval.payoutId ? "Reason" : "Reference"} {reference}
          </span>
        ) : null}
        <span className="block text-13 wrap-anywhere text-muted">
          Requested by {askedBy}, <Time at={askedAt} as="relative" />
        </span>
        {decidedBy && decidedAt ? (
          <span className="block text-13 wrap-anywhere text-muted">
            {STATES[state]} by {decidedBy}, <Time at={decidedAt} as="relative" />
          </span>
        ) : null}
      </span>
      {state === "waiting" && !isOwn ? (
        <OwnLoginOnly>
          <Decide id={approval.id} what={what} />
        </OwnLoginOnly>
      ) : (
        <span className="text-muted">{state === "waiting" ? "Waiting for another operator" : STATES[state]}</span>
      )}
    </li>
  );
}

function Decide({ id, what }: { readonly id: string; readonly what: string }) {
  const trpc = useTRPC();
  const { place } = useNetwork();
  const [isOpen, setOpen] = useState(false);
  const decide = useChange(trpc.network.approvals.decide.mutationOptions(), {
    done: ({ isApproved }) => (isApproved ? `Approved: ${what}` : `Rejected: ${what}`),
    after: () => setOpen(false),
  });
  return (
    <span className="flex gap-2">
      <Button size="small" isBusy={decide.isPending} onClick={() => decide.mutate({ ...place, id, isApproved: false })}>
        Reject
      </Button>
      <Button size="small" onClick={() => setOpen(true)}>
        Approve
      </Button>
      <Confirm
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title="Approve this change?"
        action="Approve"
        isBusy={decide.isPending}
        onConfirm={() => decide.mutate({ ...place, id, isApproved: true })}
      >
        {what}. It takes effect immediately, and the audit log names both of you.
      </Confirm>
    </span>
  );
}
