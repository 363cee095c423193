export { CODE_CHANGE_EVENTS, codeEvent, eventOfChange } from "./code-events";
export {
  createMemberCode,
  createPaymentCode,
  type NewMemberCode,
  type NewPaymentCode,
  type PinCheck,
  presentPin,
} from "./create-payment-code";
export { CODE_RULES, decideCode } from "./decide-code";
export { CODE_INCREMENT_RULES, decideCodeIncrement, type IncrementedCode } from "./decide-increment";
export {
  endDoubtfulCodes,
  eraseCodes,
  expirePaymentCodes,
  findNextCodeEnd,
  isDoubtful,
  isOverAt,
} from "./expire-payment-codes";
export {
  findPaymentCode,
  getPaymentCode,
  lookForCode,
  paymentCodeNotFound,
  type ValidationOutcome,
  validatePaymentCode,
} from "./find-payment-code";
export {
  firstUseDeadline,
  nextUseBefore,
  nextUseFrom,
  type PaymentCodeRow,
  statusText,
  usesAllowed,
  usesLeft,
  usesRemaining,
} from "./payment-code";
export { findMakerOfCode, replaceMemberCode, replacePaymentCode } from "./replace-payment-code";
export {
  type RevokeOutcome,
  revokeIssuedCode,
  revokeOwnPaymentCode,
  revokePaymentCode,
  revokeUsableCode,
} from "./revoke-payment-code";
export {
  lockUnrevoked,
  MAY_BECOME_AGREEMENT,
  spendOnAgreement,
  tried,
  used,
  writeCodeUses,
} from "./use-payment-code";
