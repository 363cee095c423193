"use client";

import type { ReactNode } from "react";
import { AmountField } from "@/components/shared/money/amount-field";
import { Money } from "@/components/shared/money/money";
import { Callout } from "@/components/ui/feedback/callout";
import { Choice } from "@/components/ui/forms/choice";
import { INTERVALS } from "@/server/contracts/choices";
import type { Agreement } from "@/server/trpc/types";
import { openIn, type useApproval } from "./use-approval";

const INTERVAL_NAMES = { daily: "Daily", weekly: "Weekly", monthly: "Monthly" } as const;

interface LimitFieldsProps {
  readonly agreement: Agreement;
  readonly approval: ReturnType<typeof useApproval>;
}

/** The member's limits: at most what was requested, or anything the merchant left open. */
export function LimitFields({ agreement, approval }: LimitFieldsProps) {
  const { draft, change, terms } = approval;
  const { isCapOpen, isIntervalOpen } = openIn(agreement);
  const open = wordsOfOpen(agreement);
  const isNone = draft.limits === "none";
  const cap = (
    <AmountField
      {...approval.field("maxAmount")}
      label="At most, per charge"
      currency={agreement.currency}
      help={describeCap(agreement, terms.cap)}
    />
  );
  return (
    <>
      {isCapOpen ? null : cap}
      {open ? (
        <Choice
          label={`${agreement.merchant} didn’t set ${open.what}. You decide.`}
          layout="list"
          value={draft.limits}
          onChange={(limits) => change({ limits })}
          options={[
            { value: "set", label: open.set },
            { value: "none", label: open.none },
          ]}
        />
      ) : null}
      {open && isNone ? <NoLimit agreement={agreement} title={open.none} /> : null}
      {isCapOpen && !isNone ? cap : null}
      {isIntervalOpen && isNone ? null : <IntervalChoice agreement={agreement} approval={approval} />}
    </>
  );
}

/** The requested interval or longer ones. Hidden if there is no longer one. */
function IntervalChoice({ agreement, approval }: LimitFieldsProps) {
  const asked = agreement.interval;
  const intervals = asked === null ? INTERVALS : INTERVALS.slice(INTERVALS.indexOf(asked));
  if (intervals.length === 1) return null;
  return (
    <Choice
      label="How often, at most"
      value={approval.draft.interval}
      onChange={(interval) => approval.change({ interval })}
      options={intervals.map((value) => ({ value, label: INTERVAL_NAMES[value] }))}
    />
  );
}

export function wordsOfOpen(agreement: Agreement) {
  const { isCapOpen, isIntervalOpen } = openIn(agreement);
  if (isCapOpen && isIntervalOpen) {
    const what = "an amount or schedule";
    return { what, set: "Set limits", none: "No limit", approve: "Approve without limit" };
  }
  if (isCapOpen) {
    return { what: "an amount", set: "Set a limit", none: "No limit on the amount", approve: "Approve any amount" };
  }
  if (isIntervalOpen) {
    const none = "No limit on how often";
    return { what: "a schedule", set: "Limit how often", none, approve: "Approve any schedule" };
  }
  return null;
}

function describeCap({ amount, cap, currency }: Agreement, own: number | null): ReactNode {
  if (amount !== null && own !== null && own < amount) {
    return (
      <>
        Less than the usual <Money amount={amount} currency={currency} />, so a charge for that amount is declined.
      </>
    );
  }
  return cap === null ? "Charges above this are declined." : "Charges above this are declined. You can lower it.";
}

/** Warns of what no limit means before the user approves. */
function NoLimit({ agreement, title }: { readonly agreement: Agreement; readonly title: string }) {
  const { isCapOpen, isIntervalOpen } = openIn(agreement);
  const often = `${agreement.merchant} can charge as often as it likes`;
  return (
    <Callout tone="warn" title={title}>
      {isCapOpen ? "A single charge can take everything in the account" : often}
      {isCapOpen && isIntervalOpen ? `, and ${often}` : null}.
    </Callout>
  );
}
