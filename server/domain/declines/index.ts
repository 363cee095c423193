export { DECLINE_REASONS, type DeclineCode, isDeclineCode } from "@/server/contracts/decline-reasons";
export {
  applyRules,
  currencyHint,
  type Decision,
  FUNDS_RULE,
  type Hint,
  hintOf,
  lacksFunds,
  type Rule,
  storedHint,
} from "./rules";

export const APPROVED_CODE = "00";
