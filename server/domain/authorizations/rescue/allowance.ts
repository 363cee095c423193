import { applyRules, type Decision, type Rule } from "@/server/domain/declines";
import type { RecordId } from "@/server/platform/ids";

/** A payment that a member let through, up to an amount in minor units of its currency. */
export interface Allowance {
  /** Null: no one has said so, it is only looked at what would be if. */
  readonly rescueId: RecordId | null;
  readonly amountMinor: bigint;
}

interface AllowanceFacts {
  /** The whole transaction with what is asked. */
  readonly transactionMinor: bigint;
  readonly allowance: Allowance | null;
}

/** Stands behind the other rules: it tells in the trace by whose word they were lifted. */
export const ALLOWANCE_RULE: Rule<AllowanceFacts> = {
  id: "allowed-once",
  name: "amount is within what the member allowed once",
  code: "61",
  saw: ({ transactionMinor, allowance }) => ({
    transactionMinor,
    allowedMinor: allowance?.amountMinor ?? null,
    rescue: allowance?.rescueId ?? null,
  }),
  passes: ({ transactionMinor, allowance }) => allowance === null || transactionMinor <= allowance.amountMinor,
  hint: () => ({ limit: "allowed-once" }),
};

/** An approval that rests on the member's word, or adds to one that did, stays within it. */
export function withinAllowance(decision: Decision, facts: AllowanceFacts): Decision {
  if (decision.outcome === "declined" || facts.allowance === null) return decision;
  const bounded = applyRules([ALLOWANCE_RULE], facts);
  return { ...bounded, trace: [...decision.trace, ...bounded.trace] };
}
