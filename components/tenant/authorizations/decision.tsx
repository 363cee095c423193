"use client";

import type { ComponentProps } from "react";
import { RuleItem } from "@/components/shared/decisions/rule-item";
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
          {rules.map((rule) => (
            <RuleItem key={rule.rule} rule={rule} className="px-4">
              <Saw saw={rule.saw} currency={detail.currency} />
            </RuleItem>
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
