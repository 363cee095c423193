export type { ActorColumns } from "./actor";
export { chargeAgreement } from "./ask/charge-agreement";
export { createAuthorization } from "./ask/create-authorization";
export { incrementAuthorization, MAX_INCREMENTS } from "./ask/increment-authorization";
export { type RedeemPaymentCodeInput, redeemPaymentCode } from "./ask/redeem-payment-code";
export type { AuthorizationOutcome, AuthorizationRow, CaptureRow, RedemptionOutcome } from "./authorization";
export type { Family } from "./family";
export { atTime, type Figures, familyFigures, holdLeft, isAllowed, refundable, statusOf } from "./figures";
export { type CaptureOutcome, captureAuthorization } from "./move/capture-authorization";
export { expireHolds } from "./move/expire-holds";
export { type RefundOutcome, refundTransaction } from "./move/refund-transaction";
export { type ReverseOutcome, reverseAuthorization } from "./move/reverse-authorization";
export { reverseTransaction } from "./move/reverse-transaction";
export { type VoidOutcome, voidAuthorization } from "./move/void-authorization";
export { getAuthorization } from "./read/get-authorization";
export { type AuthorizationStory, getAuthorizationStory } from "./read/get-authorization-story";
export { getMemberTransaction, type MemberTransactionHistory } from "./read/get-member-transaction";
export {
  findTransaction,
  getTransaction,
  type TransactionHistory,
  type TransactionRefund,
} from "./read/get-transaction";
export { listAuthorizations, type TenantAuthorization } from "./read/list-authorizations";
export { listMemberActivity, type MemberTransaction } from "./read/list-member-activity";
export { amountsLeft, standingOf } from "./standing";
export { refundableOf } from "./transaction";
