import { applyRules, type Decision, FUNDS_RULE, type Rule } from "../declines";

/** What an increment of a redemption asks of the code that paid. Its terms never change, so only one can have moved. */
export interface IncrementedCode {
  readonly maxAmountMinor: bigint | null;
  readonly isRevoked: boolean;
}

/** Amounts are minor units of the code's currency, which its redemption was in. */
interface CodeIncrementFacts {
  readonly merchantStatus: "active" | "suspended";
  readonly code: IncrementedCode;
  readonly amountMinor: bigint;
  /** The whole transaction with this amount. */
  readonly transactionMinor: bigint;
  readonly availableMinor: bigint;
}

/**
 * In the order of design 6: 03, 62, 61, 51. An increment is no new use: PIN, uses, intervals and the code's time were
 * looked at when it was redeemed. That someone took the code back holds against more money, not against the hold.
 */
const RULES: readonly Rule<CodeIncrementFacts>[] = [
  {
    name: "merchant is active",
    code: "03",
    saw: ({ merchantStatus }) => ({ status: merchantStatus }),
    passes: ({ merchantStatus }) => merchantStatus === "active",
  },
  {
    name: "code is not revoked",
    code: "62",
    saw: ({ code }) => ({ isRevoked: code.isRevoked }),
    passes: ({ code }) => !code.isRevoked,
  },
  {
    name: "amount is within the code's maximum",
    code: "61",
    saw: ({ transactionMinor, code }) => ({ transactionMinor, maxAmountMinor: code.maxAmountMinor }),
    passes: ({ transactionMinor, code }) => code.maxAmountMinor === null || transactionMinor <= code.maxAmountMinor,
    hint: () => ({ limit: "code" }),
  },
  {
    name: FUNDS_RULE,
    code: "51",
    saw: ({ amountMinor, availableMinor }) => ({ amountMinor, availableMinor }),
    passes: ({ amountMinor, availableMinor }) => amountMinor <= availableMinor,
  },
];

/** Decides about an increment of what a code paid. Pure: the same facts give the same decision. */
export function decideCodeIncrement(facts: CodeIncrementFacts): Decision {
  return applyRules(RULES, facts);
}
