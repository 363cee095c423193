import {
  applyRules,
  currencyHint,
  type Decision,
  FUNDS_RULE,
  isDue,
  MERCHANT_RULES,
  type PaymentFacts,
  type Rule,
  tooEarly,
} from "../declines";
import { RISK_RULE, type RiskAssessment } from "../risk";
import { isPastLastDay, nextUseFrom, type PaymentCodeRow, statusAt } from "./payment-code";

/** Amounts are minor units of `currency`. Null facts are skipped: a validation, for example, has no amount. */
export interface CodeDecisionFacts extends PaymentFacts {
  readonly now: Date;
  readonly currency: string | null;
  readonly code: PaymentCodeRow;
  /** Also true for a member's code, which has no PIN. */
  readonly isPinRight: boolean;
  /** Whether the merchant wants to charge again without the member. */
  readonly isRecurring: boolean;
  readonly risk: RiskAssessment | null;
}

const status = (facts: CodeDecisionFacts) => statusAt(facts.code, facts.now);
const sawStatus = (facts: CodeDecisionFacts) => ({ status: status(facts) });

/** A recurring code that reached its last day is used up (65), not expired (54), for the merchant that charges it again. */
const hasRunOut = ({ code, now, isRecurring }: CodeDecisionFacts) =>
  isRecurring && code.uses > 0 && isPastLastDay(code, now);

/** A PIN counts as a try only if this rule was checked. */
export const LAST_PIN_TRY = "last-pin-try";

/** In the order of design 6: 03, 54, 62, 75/55, 57, 61, 65, 51, 05. An unknown code (14) has no facts. */
export const CODE_RULES: readonly Rule<CodeDecisionFacts>[] = [
  ...MERCHANT_RULES,
  {
    id: "code-in-date",
    name: "code has not expired",
    code: "54",
    saw: sawStatus,
    passes: (facts) => status(facts) !== "expired" || hasRunOut(facts),
  },
  {
    id: "code-not-revoked",
    name: "code is not revoked",
    code: "62",
    saw: sawStatus,
    passes: (facts) => status(facts) !== "revoked",
  },
  {
    id: "code-merchant",
    name: "code is for this merchant",
    code: "62",
    saw: ({ code, merchant }) => ({ boundTo: code.merchantId, merchant: merchant.id }),
    passes: ({ code, merchant }) => code.merchantId === null || code.merchantId === merchant.id,
  },
  {
    id: "code-not-locked",
    name: "code is not locked",
    code: "75",
    saw: sawStatus,
    passes: (facts) => status(facts) !== "locked",
  },
  {
    id: LAST_PIN_TRY,
    name: "last PIN try is right",
    code: "75",
    saw: ({ code }) => ({ failedTries: code.failedTries, lockoutThreshold: code.lockoutThreshold }),
    passes: ({ code, isPinRight }) => isPinRight || hasTryLeft(code),
  },
  {
    id: "pin",
    name: "PIN is right",
    code: "55",
    saw: ({ isPinRight }) => ({ isPinRight }),
    // An ended code has no PIN left to check.
    passes: (facts) => facts.isPinRight || facts.code.status !== "active",
  },
  {
    id: "code-recurring",
    name: "code allows recurring charges",
    code: "57",
    saw: ({ isRecurring, code }) => ({ isRecurring, allowed: code.isRecurring }),
    passes: ({ isRecurring, code }) => !isRecurring || code.isRecurring,
    hint: () => ({ rule: "recurring" }),
  },
  {
    id: "code-currency",
    name: "currency is the code’s",
    code: "57",
    saw: ({ currency, code }) => ({ currency, codeCurrency: code.currency }),
    passes: ({ currency, code }) => currency === null || currency === code.currency,
    hint: ({ currency, code }) => currencyHint(currency, code.currency),
  },
  {
    id: "code-maximum",
    name: "amount is within the code’s maximum",
    code: "61",
    saw: ({ amountMinor, code }) => ({ amountMinor, maxAmountMinor: code.maxAmountMinor }),
    passes: ({ amountMinor, code }) =>
      amountMinor === null || code.maxAmountMinor === null || amountMinor <= code.maxAmountMinor,
    hint: () => ({ limit: "code" }),
  },
  {
    id: "code-uses",
    name: "code is not used up",
    code: "65",
    saw: sawStatus,
    passes: (facts) => status(facts) !== "used" && !hasRunOut(facts),
  },
  {
    id: "code-interval",
    name: "next use is due",
    code: "65",
    saw: ({ code }) => ({ nextUseOn: code.nextUseOn?.toISOString() ?? null }),
    passes: ({ code, now }) => isDue(nextUseFrom(code), now),
    hint: ({ code }) => tooEarly(nextUseFrom(code), code.timeZone),
  },
  FUNDS_RULE,
  RISK_RULE,
];

/** False if a wrong PIN would lock the code. */
function hasTryLeft(code: PaymentCodeRow): boolean {
  return code.status !== "active" || code.failedTries + 1 < code.lockoutThreshold;
}

/** Pure: the same facts give the same decision. */
export function decideCode(facts: CodeDecisionFacts): Decision {
  return applyRules(CODE_RULES, facts);
}
