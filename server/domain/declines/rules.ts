import { z } from "zod";
import { DECLINE_REASONS, type DeclineCode } from "@/server/contracts/decline-reasons";

/** Details of a decline that its caller may know beyond the reason. */
export type Hint = Readonly<Record<string, unknown>>;

/** A reason to decline, checked on facts that were read in one statement. */
export interface Rule<Facts> {
  /** Names it in stored traces, so it never changes. Rules of several tables that share one say the same. */
  readonly id: string;
  /** The name that people read. */
  readonly name: string;
  readonly code: DeclineCode;
  /** The facts that the rule looked at, for the stored trace. */
  saw(facts: Facts): Record<string, unknown>;
  passes(facts: Facts): boolean;
  /** A hint for the caller: never a balance, never a limit's value. */
  hint?(facts: Facts): Hint;
}

/** Whether what may come from a moment on may come now; null: any time. */
export function isDue(from: Date | null, now: Date): boolean {
  return from === null || now >= from;
}

/** The hint of what came before its time: from when on it may come, and whose days were counted. */
export function tooEarly(from: Date | null, timeZone: string): Hint {
  return { limit: "interval", from: from?.toISOString() ?? null, timeZone };
}

/** The code's meaning and, for a charge that came too early, the time from which it may come. */
export function declineMessage(code: DeclineCode, hint: Hint): string {
  if (hint.limit !== "interval" || typeof hint.from !== "string") return DECLINE_REASONS[code].message;
  return `Too early. The next charge or use is due from ${hint.from}.`;
}

/** One rule as it was looked at. bigint is written as text. */
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

/** A rule's facts as a trace stores them: bigint as text, because JSON has no bigint. */
export function keptOf(saw: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const kept = { ...saw };
  for (const name in kept) if (typeof kept[name] === "bigint") kept[name] = kept[name].toString();
  return kept;
}

function traceOf<Facts>(rule: Rule<Facts>, facts: Facts, passed: boolean): RuleTrace {
  return { id: rule.id, code: rule.code, passed, saw: keptOf(rule.saw(facts)) };
}

/** Approves, or declines by the first rule that does not pass. */
export function applyRules<Facts>(rules: readonly Rule<Facts>[], facts: Facts): Decision {
  const trace: RuleTrace[] = [];
  for (const rule of rules) {
    const passed = rule.passes(facts);
    trace.push(traceOf(rule, facts, passed));
    if (!passed) return { outcome: "declined", code: rule.code, hint: rule.hint?.(facts) ?? {}, trace };
  }
  return { outcome: "approved", trace };
}

/** A decline's hint, stored beside its trace for answers that are given later. */
export function hintOf(decision: Decision): Hint {
  return decision.outcome === "declined" ? decision.hint : {};
}

const Stored = z.object({ hint: z.record(z.string(), z.unknown()) });

/** The hint of a decision as it was stored; empty for one that was stored without. */
export function storedHint(decision: unknown): Hint {
  return Stored.safeParse(decision).data?.hint ?? {};
}

/** The one hint about a wrong currency, whatever pays: what was requested and what the paying account is in. */
export function currencyHint(currency: string | null, accountCurrency: string): Hint {
  return { rule: "currency", currency, accountCurrency };
}
