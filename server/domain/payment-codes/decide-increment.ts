import { applyRules, type Decision, FUNDS_RULE, MERCHANT_RULES, type PaymentFacts, type Rule } from "../declines";

export interface IncrementedCode {
  readonly maxAmountMinor: bigint | null;
  readonly isRevoked: boolean;
}

/** Minor units of the code's currency, which is its redemption's. */
interface CodeIncrementFacts extends PaymentFacts {
  readonly code: IncrementedCode;
  readonly transactionMinor: bigint;
}

/** In the order of design 6: 03, 62, 61, 51. PIN, uses, intervals, and expiry were checked at redemption. */
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

/** Pure: the same facts give the same decision. */
export function decideCodeIncrement(facts: CodeIncrementFacts): Decision {
  return applyRules(CODE_INCREMENT_RULES, facts);
}
