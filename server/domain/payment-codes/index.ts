export { CODE_CHANGE_EVENTS, codeEvent, eventOfChange } from "./code-events";
export { createMemberCode, type NewMemberCode } from "./create-member-code";
export { createPaymentCode, type NewPaymentCode } from "./create-payment-code";
export { CODE_RULES, decideCode } from "./decide-code";
export { CODE_INCREMENT_RULES, decideCodeIncrement, type IncrementedCode } from "./decide-increment";
export { endDoubtfulCodes, isDoubtful } from "./end-doubtful-codes";
export { eraseCodes } from "./erase-codes";
export { expirePaymentCodes, findNextCodeEnd, isOverAt } from "./expire-payment-codes";
export { findPaymentCode, getPaymentCode, lookForCode, paymentCodeNotFound } from "./find-payment-code";
export {
  firstUseBefore,
  nextUseBefore,
  nextUseFrom,
  type PaymentCodeRow,
  statusText,
  usesAllowed,
  usesRemaining,
} from "./payment-code";
export { type PinCheck, presentPin } from "./present-pin";
export { type RevokeOutcome, revokeIssuedCode, revokeOwnPaymentCode, revokePaymentCode } from "./revoke-payment-code";
export { revokeUsableCode } from "./revoke-usable-code";
export {
  keepUnrevoked,
  MAY_BECOME_AGREEMENT,
  spendOnAgreement,
  tried,
  used,
  writeCodeUses,
} from "./use-payment-code";
export { type ValidationOutcome, validatePaymentCode } from "./validate-payment-code";
