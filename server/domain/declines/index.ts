export { DECLINE_REASONS, type DeclineCode, isDeclineCode } from "@/server/contracts/decline-reasons";
export { applyRules, type Decision, FUNDS_RULE, hintOf, lacksFunds, type Rule } from "./rules";

export const APPROVED_CODE = "00";
