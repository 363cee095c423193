export { APPROVED_CODE, DECLINE_REASONS, type DeclineCode, isDeclineCode } from "./decline-reasons";
export { applyRules, type Decision, hintOf, lacksFunds, type Rule } from "./rules";
