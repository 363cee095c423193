export { checkPin } from "./code-secrets";
export { createPaymentCode, type NewPaymentCode } from "./create-payment-code";
export { expirePaymentCodes } from "./expire-payment-codes";
export { findPaymentCode, getPaymentCode } from "./find-payment-code";
export { dayOf, type PaymentCodeRow, statusAt, statusText } from "./payment-code";
export { type RevokeOutcome, revokePaymentCode } from "./revoke-payment-code";
export { countFailedTry, countUse, endExpired, forgiveTries } from "./use-payment-code";
