import type { DeclineCode } from "@/server/contracts/decline-reasons";

/** A reason to decline, checked on facts that were read in one statement. */
export interface Rule<Facts> {
  readonly name: string;
  readonly code: DeclineCode;
  /** What the rule looked at, for the stored trace. */
  saw(facts: Facts): Record<string, unknown>;
  passes(facts: Facts): boolean;
  /** What the caller may know: never a balance, never a limit's value. */
  readonly hint?: Readonly<Record<string, unknown>>;
}

/** One rule as it was looked at. bigint is written as text. */
interface RuleTrace {
  readonly rule: string;
  readonly code: DeclineCode;
  readonly passed: boolean;
  readonly saw: Readonly<Record<string, unknown>>;
}

export type Decision =
  | { readonly outcome: "approved"; readonly trace: readonly RuleTrace[] }
  | {
      readonly outcome: "declined";
      readonly code: DeclineCode;
      /** Safe for the caller. */
      readonly hint: Readonly<Record<string, unknown>>;
      readonly trace: readonly RuleTrace[];
    };

function traceOf<Facts>(rule: Rule<Facts>, facts: Facts, passed: boolean): RuleTrace {
  const saw = Object.entries(rule.saw(facts)).map(([name, value]) => [
    name,
    typeof value === "bigint" ? value.toString() : value,
  ]);
  return { rule: rule.name, code: rule.code, passed, saw: Object.fromEntries(saw) };
}

/** Approves, or declines by the first rule that does not pass. */
export function applyRules<Facts>(rules: readonly Rule<Facts>[], facts: Facts): Decision {
  const trace: RuleTrace[] = [];
  for (const rule of rules) {
    const passed = rule.passes(facts);
    trace.push(traceOf(rule, facts, passed));
    if (!passed) return { outcome: "declined", code: rule.code, hint: rule.hint ?? {}, trace };
  }
  return { outcome: "approved", trace };
}

/** What a declined caller may know beyond the reason. */
export function hintOf(decision: Decision): Readonly<Record<string, unknown>> {
  return decision.outcome === "declined" ? decision.hint : {};
}

/** The rule that compares an amount with what an account has, in every table. */
export const FUNDS_RULE = "funds are available";

/** By its rule, not by its code: a test card declines with 51 though nothing is missing. */
export function lacksFunds(decision: Decision): boolean {
  return decision.outcome === "declined" && decision.trace.at(-1)?.rule === FUNDS_RULE;
}
