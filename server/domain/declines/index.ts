export { DECLINE_REASONS, type DeclineCode, isDeclineCode } from "@/server/contracts/decline-reasons";
export {
  applyRules,
  currencyHint,
  type Decision,
  declineMessage,
  type Hint,
  hintOf,
  isDue,
  keptOf,
  type Rule,
  storedHint,
  tooEarly,
} from "./rules";
export { type Described, FUNDS_RULE, lacksFunds, MERCHANT_RULES, type PaymentFacts } from "./shared-rules";

export const APPROVED_CODE = "00";
