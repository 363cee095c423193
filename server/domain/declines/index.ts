export { DECLINE_REASONS, type DeclineCode, isDeclineCode } from "@/server/contracts/decline-reasons";
export { applyRules, currencyHint, type Decision, type Hint, hintOf, keptOf, type Rule, storedHint } from "./rules";
export { type Described, FUNDS_RULE, lacksFunds, MERCHANT_RULES, type PaymentFacts } from "./shared-rules";

export const APPROVED_CODE = "00";
