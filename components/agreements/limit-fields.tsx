"use client";

import type { ReactNode } from "react";
import { INTERVALS } from "@/server/contracts/fields";
import type { Agreement } from "@/server/trpc/types";
import { AmountField } from "../ui/amount-field";
import { Callout } from "../ui/callout";
import { Choice } from "../ui/choice";
import { Money } from "../ui/money";
import { openIn, type useApproval } from "./use-approval";

const INTERVAL_NAMES = { daily: "Daily", weekly: "Weekly", monthly: "Monthly" } as const;

interface LimitFieldsProps {
  readonly agreement: Agreement;
  readonly approval: ReturnType<typeof useApproval>;
}

/** What the member bounds: lower than asked, or, where the merchant left something open, at all. */
export function LimitFields({ agreement, approval }: LimitFieldsProps) {
  const { draft, change, field, terms } = approval;
  const { isCapOpen, isIntervalOpen } = openIn(agreement);
  const isNone = draft.limits === "none";
  const { interval } = agreement;
  const slower = INTERVALS.filter(
    (name) => interval === null || INTERVALS.indexOf(name) >= INTERVALS.indexOf(interval),
  );
  return (
    <>
      {isCapOpen || isIntervalOpen ? (
        <Choice
          label={`${agreement.merchant} named ${nameOpen(agreement)}`}
          layout="list"
          value={draft.limits}
          onChange={(limits) => change({ limits })}
          options={[
            { value: "set", label: isCapOpen && isIntervalOpen ? "Set limits" : "Set a limit" },
            { value: "none", label: "No limit" },
          ]}
        />
      ) : null}
      {isNone ? <NoLimit agreement={agreement} /> : null}
      {isCapOpen && isNone ? null : (
        <AmountField
          {...field("maxAmount")}
          label="At most, per charge"
          currency={agreement.currency}
          help={sayCapHelp(agreement, terms.cap)}
        />
      )}
      {(isIntervalOpen && isNone) || slower.length === 1 ? null : (
        <Choice
          label="How often, at most"
          value={draft.interval}
          onChange={(interval) => change({ interval })}
          options={slower.map((value) => ({ value, label: INTERVAL_NAMES[value] }))}
        />
      )}
    </>
  );
}

function nameOpen(agreement: Agreement): string {
  const { isCapOpen, isIntervalOpen } = openIn(agreement);
  if (isCapOpen && isIntervalOpen) return "no amount and no schedule";
  return isCapOpen ? "no amount" : "no schedule";
}

function sayCapHelp({ amount, cap, currency }: Agreement, own: number | null): ReactNode {
  if (amount !== null && own !== null && own < amount) {
    return (
      <>
        Less than the usual <Money amount={amount} currency={currency} />: a charge of that is refused.
      </>
    );
  }
  return cap === null ? "A charge over this is refused." : "A charge over this is refused. You can lower it.";
}

/** What leaving it open comes to, before the button is pressed. */
function NoLimit({ agreement }: { readonly agreement: Agreement }) {
  const { isCapOpen, isIntervalOpen } = openIn(agreement);
  const often = `${agreement.merchant} may charge as often as it asks`;
  return (
    <Callout tone="warn" title="No limit">
      {isCapOpen ? "One charge may take everything on the account" : often}
      {isCapOpen && isIntervalOpen ? `, and ${often}` : null}.
    </Callout>
  );
}
