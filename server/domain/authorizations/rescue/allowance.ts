import { applyRules, type Decision, type Rule } from "@/server/domain/declines";
import type { RecordId } from "@/server/platform/ids";

/** Terms of a rescue. Minor units of the payment's currency. */
export interface Allowance {
  /** Null if there is no rescue yet, only a test of whether one would help. */
  readonly rescueId: RecordId | null;
  readonly amountMinor: bigint;
}

interface AllowanceFacts {
  readonly transactionMinor: bigint;
  readonly allowance: Allowance | null;
}

/** Runs after the other rules. In the trace, it names the rescue that lifted them. */
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

/** Keeps an approval under a rescue, or an increment of one, within the rescued amount. */
export function withinAllowance(decision: Decision, facts: AllowanceFacts): Decision {
  if (decision.outcome === "declined" || facts.allowance === null) return decision;
  const bounded = applyRules([ALLOWANCE_RULE], facts);
  return { ...bounded, trace: [...decision.trace, ...bounded.trace] };
}
