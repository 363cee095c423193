import { z } from "zod";
import { DECLINE_REASONS, type DeclineCode } from "@/server/contracts/decline-reasons";

/** Details of a decline that the caller may see. */
export type Hint = Readonly<Record<string, unknown>>;

export interface Rule<Facts> {
  /** Stored in traces, so it never changes. Rules of different tables with the same id mean the same. */
  readonly id: string;
  readonly name: string;
  readonly code: DeclineCode;
  saw(facts: Facts): Record<string, unknown>;
  passes(facts: Facts): boolean;
  /** Shown to the caller: never a balance, never a limit's value. */
  hint?(facts: Facts): Hint;
}

export function isDue(from: Date | null, now: Date): boolean {
  return from === null || now >= from;
}

export function tooEarly(from: Date | null, timeZone: string): Hint {
  return { limit: "interval", from: from?.toISOString() ?? null, timeZone };
}

export function declineMessage(code: DeclineCode, hint: Hint): string {
  if (hint.limit !== "interval" || typeof hint.from !== "string") return DECLINE_REASONS[code].message;
  return `Too early. The next charge or use is due from ${hint.from}.`;
}

interface RuleTrace {
  readonly id: string;
  readonly code: DeclineCode;
  readonly passed: boolean;
  readonly saw: Readonly<Record<string, unknown>>;
}

export type Decision =
  | { readonly outcome: "approved"; readonly trace: readonly RuleTrace[] }
  | {
      readonly outcome: "declined";
      readonly code: DeclineCode;
      readonly hint: Hint;
      readonly trace: readonly RuleTrace[];
    };

/** bigint becomes text, since JSON has none. */
export function keptOf(saw: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const kept = { ...saw };
  for (const name in kept) if (typeof kept[name] === "bigint") kept[name] = kept[name].toString();
  return kept;
}

function traceOf<Facts>(rule: Rule<Facts>, facts: Facts, passed: boolean): RuleTrace {
  return { id: rule.id, code: rule.code, passed, saw: keptOf(rule.saw(facts)) };
}

export function applyRules<Facts>(rules: readonly Rule<Facts>[], facts: Facts): Decision {
  const trace: RuleTrace[] = [];
  for (const rule of rules) {
    const passed = rule.passes(facts);
    trace.push(traceOf(rule, facts, passed));
    if (!passed) return { outcome: "declined", code: rule.code, hint: rule.hint?.(facts) ?? {}, trace };
  }
  return { outcome: "approved", trace };
}

export function hintOf(decision: Decision): Hint {
  return decision.outcome === "declined" ? decision.hint : {};
}

const Stored = z.object({ hint: z.record(z.string(), z.unknown()) });

/** Empty if the decision was stored without one. */
export function storedHint(decision: unknown): Hint {
  return Stored.safeParse(decision).data?.hint ?? {};
}

export function currencyHint(currency: string | null, accountCurrency: string): Hint {
  return { rule: "currency", currency, accountCurrency };
}
