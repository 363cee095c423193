"use client";

import { Money } from "@/components/shared/money/money";
import { Day } from "@/components/ui/values/time";
import type { Charge } from "@/server/trpc/types";

/** Why the charge is outside the agreement's terms, with figures. */
export function WhyAsked({ charge }: { readonly charge: Charge }) {
  const { overCap, dueOn, currency } = charge;
  const cap = overCap === null ? null : <Money amount={overCap} currency={currency} />;
  const due = dueOn === null ? null : <Day day={dueOn} />;
  if (cap && due) {
    return (
      <>
        It’s over your limit of {cap} a charge, and the next charge isn’t due until {due}.
      </>
    );
  }
  if (cap) return <>It’s over your limit of {cap} a charge.</>;
  return due ? <>The next charge isn’t due until {due}.</> : null;
}
