"use client";

import { clsx } from "clsx";
import { Check, X } from "lucide-react";
import { formatMoney } from "@/components/shared/money/money";
import { useLocale } from "@/components/ui/values/locale";
import type { AuthorizationDetail } from "@/server/trpc/types";

type Seen = AuthorizationDetail["decision"]["rules"][number]["saw"];

/** Names of what a rule saw that don't say it themselves. */
const NAMES: Readonly<Record<string, string>> = {
  approvedCount: "approved before",
  average: "usually",
  avsResult: "address check",
  boundTo: "made for",
  cvvResult: "security code",
  expiresOn: "expires",
  isPinRight: "PIN right",
  knowsDevice: "device known",
  knowsMerchant: "merchant known",
  hasDevice: "device named",
  mcc: "category",
  mode: "entry mode",
  nextUseOn: "next use",
  withinTenMinutes: "payments in ten minutes",
};

/** The rules in the order they were looked at, each with what it saw; the first that failed decided. */
export function Decision({ detail }: { readonly detail: AuthorizationDetail }) {
  const { rules, risk } = detail.decision;
  return (
    <div className="grid grid-cols-1 gap-8 lg:grid-cols-2 lg:items-start">
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
                <Saw saw={saw} currency={detail.currency} />
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
                  <Saw saw={saw} currency={detail.currency} />
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

const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

function Saw({ saw, currency }: { readonly saw: Seen; readonly currency: string }) {
  const locale = useLocale();
  if (saw.length === 0) return null;
  const show = (value: Seen[number]["value"]) => {
    if (value === null) return "none";
    if (typeof value === "number") return formatMoney(value, currency, locale);
    return MOMENT.test(value) ? `${value.slice(0, 16).replace("T", " ")} UTC` : value;
  };
  return (
    <span className="block text-13 break-words text-muted">
      {saw.map(({ name, value }) => `${sayName(name)}: ${show(value)}`).join(" · ")}
    </span>
  );
}

/** `isPinRight`: pin right. */
function sayName(name: string): string {
  return (
    NAMES[name] ??
    name
      .replace(/^(is|has)(?=[A-Z])/, "")
      .replace(/([A-Z])/g, " $1")
      .trim()
      .toLowerCase()
  );
}
