export { answerByHand, failPayout, writeApprovedFailure } from "./answer-by-hand";
export { answerPayout, playBank, type Work } from "./answer-payout";
export { arePayoutsUnderWay, erasePayoutAccounts, listEndToEndIds, type MemberPayout, payMember } from "./pay-member";
export {
  createPaymentFile,
  type DueGroup,
  decideFile,
  listDuePayouts,
  type MadeFile,
  openPaymentFile,
  sendPaymentFile,
  showPayoutAccount,
  takeFileBack,
} from "./payment-files";
export {
  hasReturned,
  IS_IN_TRANSIT,
  IS_UNPAID,
  lockReturned,
  markRepaid,
  type PayoutState,
  payoutMay,
  selectReturned,
} from "./payout";
export { listPayoutTerms, type PayoutTerms, setPayoutTerms } from "./payout-terms";
export { SEALED_PAYMENT_FILES, SEALED_PAYOUTS } from "./sealed-payouts";
export type { BankTarget } from "./write-payment-file";
