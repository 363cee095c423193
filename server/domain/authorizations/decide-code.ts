import { dayOf, type PaymentCodeRow, statusAt } from "../payment-codes";
import { applyRules, type Decision, type Rule } from "./rules";

/** Everything the decision about a redemption looks at. Amounts are minor units of `currency`. */
export interface CodeDecisionFacts {
  readonly now: Date;
  readonly amountMinor: bigint;
  readonly currency: string;
  readonly merchant: { readonly id: string; readonly status: "active" | "suspended" };
  readonly code: PaymentCodeRow;
  readonly isPinRight: boolean;
  readonly availableMinor: bigint;
}

const status = (facts: CodeDecisionFacts) => statusAt(facts.code, facts.now);
const sawStatus = (facts: CodeDecisionFacts) => ({ status: status(facts) });

/** In the order of design 6: 03, 54, 62, 75/55, 57, 61, 65, 51. A code nobody knows (14) has no facts. */
const RULES: readonly Rule<CodeDecisionFacts>[] = [
  {
    name: "merchant is active",
    code: "03",
    saw: ({ merchant }) => ({ status: merchant.status }),
    passes: ({ merchant }) => merchant.status === "active",
  },
  { name: "code has not expired", code: "54", saw: sawStatus, passes: (facts) => status(facts) !== "expired" },
  { name: "code is not revoked", code: "62", saw: sawStatus, passes: (facts) => status(facts) !== "revoked" },
  {
    name: "code is for this merchant",
    code: "62",
    saw: ({ code, merchant }) => ({ boundTo: code.merchantId, merchant: merchant.id }),
    passes: ({ code, merchant }) => code.merchantId === null || code.merchantId === merchant.id,
  },
  { name: "code is not locked", code: "75", saw: sawStatus, passes: (facts) => status(facts) !== "locked" },
  {
    name: "last PIN try is right",
    code: "75",
    saw: ({ code }) => ({ failedTries: code.failedTries, lockoutThreshold: code.lockoutThreshold }),
    passes: ({ code, isPinRight }) => isPinRight || hasTryLeft(code),
  },
  {
    name: "PIN is right",
    code: "55",
    saw: ({ isPinRight }) => ({ isPinRight }),
    // A code that is used up has no PIN left to be right or wrong.
    passes: (facts) => facts.isPinRight || facts.code.status === "used",
  },
  {
    name: "currency is the code's",
    code: "57",
    saw: ({ currency, code }) => ({ currency, codeCurrency: code.currency }),
    passes: ({ currency, code }) => currency === code.currency,
    hint: { rule: "currency" },
  },
  {
    name: "amount is within the code's maximum",
    code: "61",
    saw: ({ amountMinor, code }) => ({ amountMinor, maxAmountMinor: code.maxAmountMinor }),
    passes: ({ amountMinor, code }) => code.maxAmountMinor === null || amountMinor <= code.maxAmountMinor,
    hint: { limit: "code" },
  },
  { name: "code is not used up", code: "65", saw: sawStatus, passes: (facts) => status(facts) !== "used" },
  {
    name: "next use is due",
    code: "65",
    saw: ({ code }) => ({ nextUseOn: code.nextUseOn?.toISOString() ?? null }),
    passes: ({ code, now }) => code.nextUseOn === null || dayOf(now) >= code.nextUseOn,
    hint: { limit: "interval" },
  },
  {
    name: "funds are available",
    code: "51",
    saw: ({ amountMinor, availableMinor }) => ({ amountMinor, availableMinor }),
    passes: ({ amountMinor, availableMinor }) => amountMinor <= availableMinor,
  },
];

/** True while a wrong PIN would still leave a try, or there is no PIN to try. */
function hasTryLeft(code: PaymentCodeRow): boolean {
  return code.status === "used" || code.failedTries + 1 < code.lockoutThreshold;
}

/** Decides about a redemption. Pure: the same facts give the same decision. */
export function decideCode(facts: CodeDecisionFacts): Decision {
  return applyRules(RULES, facts);
}
