"use client";

import { Check, ChevronRight } from "lucide-react";
import type { ComponentProps } from "react";
import { RuleItem } from "@/components/shared/decisions/rule-item";
import { Saw } from "@/components/shared/decisions/saw";
import type { AuthorizationDetail } from "@/server/trpc/types";

interface DecisionProps {
  readonly detail: AuthorizationDetail;
  /** Collapses rules that passed, and leaves out risk rules without points. */
  readonly isBrief?: boolean;
}

/** The rules in order of evaluation, with the values they checked. The first that failed decides. */
export function Decision({ detail, isBrief = false }: DecisionProps) {
  const { rules } = detail.decision;
  const risk = detail.decision.risk.filter(({ points }) => points > 0 || !isBrief);
  const passed = isBrief ? rules.filter(({ hasPassed }) => hasPassed) : [];
  const shown = isBrief ? rules.filter(({ hasPassed }) => !hasPassed) : rules;
  return (
    <div className="flex flex-col gap-8">
      <section>
        <h2 className="mb-2 text-14">Rules</h2>
        <div className="divide-y divide-line rounded-8 border border-line">
          {passed.length > 0 ? (
            <details className="group">
              <summary className="flex min-h-11 list-none items-center gap-3 px-4 text-14 -outline-offset-2 hover:bg-hover [&::-webkit-details-marker]:hidden">
                <Check aria-hidden className="size-4 shrink-0 text-good" />
                <span className="min-w-0 flex-1">
                  {passed.length} {passed.length === 1 ? "rule" : "rules"} passed
                </span>
                <ChevronRight
                  aria-hidden
                  className="size-4 shrink-0 text-muted transition-transform group-open:rotate-90"
                />
              </summary>
              <Rules rules={passed} currency={detail.currency} />
            </details>
          ) : null}
          {shown.length > 0 ? <Rules rules={shown} currency={detail.currency} /> : null}
        </div>
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

interface RulesProps {
  readonly rules: AuthorizationDetail["decision"]["rules"];
  readonly currency: string;
}

function Rules({ rules, currency }: RulesProps) {
  return (
    <ul className="divide-y divide-line">
      {rules.map((rule) => (
        <RuleItem key={rule.rule} rule={rule}>
          <Saw saw={rule.saw} currency={currency} />
        </RuleItem>
      ))}
    </ul>
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
