export { type AgreementRow, agreementStatusText, capOf, intervalOf, isChargeable } from "./agreement";
export { approveAgreement } from "./approve-agreement";
export { charged, writeCharges } from "./count-charge";
export { CHARGE_RULES, decideCharge } from "./decide-charge";
export { denyAgreement, revokeAgreement } from "./end-agreement";
export { eraseAgreements } from "./erase-agreements";
export { expireAgreements } from "./expire-agreements";
export { findAskedMember, getAgreement, recurringAuthorizationNotFound } from "./get-agreement";
export { type RequestOutcome, requestAgreement } from "./request-agreement";
