"use client";

import { clsx } from "clsx";
import { Check, X } from "lucide-react";
import type { ComponentProps } from "react";
import { Saw } from "@/components/shared/decisions/saw";
import type { AuthorizationDetail } from "@/server/trpc/types";

/** The rules in the order they were looked at, each with what it saw; the first that failed decided. */
export function Decision({ detail }: { readonly detail: AuthorizationDetail }) {
  const { rules, risk } = detail.decision;
  return (
    <div className="flex flex-col gap-8">
      <section>
        <h2 className="mb-2 text-14">Rules</h2>
        <ul className="divide-y divide-line rounded-8 border border-line">
          {rules.map(({ rule, code, hasPassed, saw }) => (
            <li key={rule} className="flex gap-3 px-4 py-2.5 text-14">
              {hasPassed ? (
                <Check aria-label="passed" className="mt-0.5 size-4 shrink-0 text-good" />
              ) : (
                <X aria-label="declined" className="mt-0.5 size-4 shrink-0 text-bad" />
              )}
              <span className="min-w-0 flex-1">
                <span className={clsx("block first-letter:uppercase", !hasPassed && "font-medium text-bad")}>
                  {rule}
                </span>
                <SawLine saw={saw} currency={detail.currency} />
              </span>
              {hasPassed ? null : <span className="text-13 font-medium text-bad tabular-nums">{code}</span>}
            </li>
          ))}
        </ul>
      </section>
      {risk.length > 0 ? (
        <section>
          <h2 className="mb-2 text-14">Risk {detail.riskScore} of 100</h2>
          <ul className="divide-y divide-line rounded-8 border border-line">
            {risk.map(({ rule, points, weight, saw }) => (
              <li key={rule} className="flex gap-3 px-4 py-2.5 text-14">
                <span className="min-w-0 flex-1">
                  <span className="block first-letter:uppercase">{rule}</span>
                  <SawLine saw={saw} currency={detail.currency} />
                </span>
                <span className="text-13 text-muted tabular-nums">
                  {points} of {weight}
                </span>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
    </div>
  );
}

function SawLine(props: ComponentProps<typeof Saw>) {
  if (props.saw.length === 0) return null;
  return (
    <span className="block text-13 break-words text-muted">
      <Saw {...props} />
    </span>
  );
}
