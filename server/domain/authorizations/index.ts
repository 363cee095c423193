export type { ActorColumns } from "../authority";
export type { AuthorizationOutcome, AuthorizationRow, CaptureRow, RedemptionOutcome } from "./authorization";
export {
  type AnsweredCharge,
  approveCharge,
  denyCharge,
  endChargeRequests,
} from "./authorize/answer-charge-request";
export { type ChargeOutcome, chargeAgreement } from "./authorize/charge-agreement";
export { createAuthorization } from "./authorize/create-authorization";
export { incrementAuthorization, MAX_INCREMENTS } from "./authorize/increment-authorization";
export { type RedeemPaymentCodeInput, redeemPaymentCode } from "./authorize/redeem-payment-code";
export { nameOfRule } from "./authorize/rule-names";
export { amountsLeft, currentStatus } from "./current-status";
export { eraseWords } from "./erase-words";
export { drawnMembers, type Family } from "./family";
export { atTime, type Figures, familyFigures, holdLeft } from "./figures";
export { matchWords } from "./match-words/match-words";
export { type CaptureOutcome, captureAuthorization } from "./move/capture-authorization";
export { expireHolds, findNextExpiry } from "./move/expire-holds";
export { type RefundOutcome, refundTransaction } from "./move/refund-transaction";
export { type ReverseOutcome, reverseAuthorization } from "./move/reverse-authorization";
export { reverseTransaction } from "./move/reverse-transaction";
export { type VoidOutcome, voidAuthorization } from "./move/void-authorization";
export { getAuthorization, getMemberAuthorization } from "./read/get-authorization";
export {
  findTransaction,
  getTransaction,
  listRefunds,
  type TransactionHistory,
  type TransactionRefund,
} from "./read/get-transaction";
export { measureExpiryLag } from "./read/measure-expiry";
export { getFamily, getFamilyOfRoot, isOfFamily, listCaptures } from "./read-family";
export { rescueUntil, selectPaidByAnother } from "./rescue/open-rescues";
export { type RescueOutcome, rescuePayment } from "./rescue/rescue-payment";
export { claimLines, type PaymentFees, sumClaimed } from "./settle/claim-lines";
export { LINE_RULE, lineOf } from "./settle/lines";
export {
  type BatchTotals,
  findUnsettledLine,
  hasUnsettled,
  lockUnsettledRoots,
  type SettlementScope,
  selectUnsettled,
} from "./settle/unsettled-lines";
export { skipAuthorizationNumbers } from "./skip-authorization-numbers";
export {
  HOLD_LEFT_MINOR,
  hasStatus,
  IS_REFUNDABLE,
  isAllowed,
  isFoundByStatus,
  isInState,
  STATE,
  statusOf,
} from "./statuses";
export type { NamedDecision } from "./stored-decision";
export { readDecision } from "./stored-decision";
export { refundableOf, transactionNotFound, transactionsOf } from "./transaction";
