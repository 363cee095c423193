import { applyRules, type Decision, FUNDS_RULE, MERCHANT_RULES, type PaymentFacts, type Rule } from "../declines";

/** Facts of a code that decide an increment of its redemption. */
export interface IncrementedCode {
  readonly maxAmountMinor: bigint | null;
  readonly isRevoked: boolean;
}

/** Amounts are minor units of the code's currency, which its redemption was in. */
interface CodeIncrementFacts extends PaymentFacts {
  readonly code: IncrementedCode;
  /** The whole transaction with this amount. */
  readonly transactionMinor: bigint;
}

/**
 * In the order of design 6: 03, 62, 61, 51. An increment is no new use: PIN, uses, intervals and the code's time were
 * looked at when it was redeemed. That someone took the code back holds against more money, not against the hold.
 */
export const CODE_INCREMENT_RULES: readonly Rule<CodeIncrementFacts>[] = [
  ...MERCHANT_RULES,
  {
    id: "code-not-revoked",
    name: "code is not revoked",
    code: "62",
    saw: ({ code }) => ({ isRevoked: code.isRevoked }),
    passes: ({ code }) => !code.isRevoked,
  },
  {
    id: "code-maximum",
    name: "amount is within the code’s maximum",
    code: "61",
    saw: ({ transactionMinor, code }) => ({ transactionMinor, maxAmountMinor: code.maxAmountMinor }),
    passes: ({ transactionMinor, code }) => code.maxAmountMinor === null || transactionMinor <= code.maxAmountMinor,
    hint: () => ({ limit: "code" }),
  },
  FUNDS_RULE,
];

/** Decides about an increment of what a code paid. Pure: the same facts give the same decision. */
export function decideCodeIncrement(facts: CodeIncrementFacts): Decision {
  return applyRules(CODE_INCREMENT_RULES, facts);
}
