export {
  type AgreementRow,
  agreementStatusText,
  capOf,
  intervalOf,
  isChargeable,
  nextChargeFrom,
} from "./agreement";
export { approveAgreement } from "./approve-agreement";
export {
  type ChargeRequestRow,
  chargeRequestNotFound,
  chargeRequestNotPending,
  chargeRequestStatusAt,
  type ReadChargeRequest,
  selectChargeStatus,
  storedStatus,
} from "./charge-requests/charge-request";
export { lockAskedCharge, selectAskedCharge, writeOutcomes } from "./charge-requests/decide-requests";
export {
  findMemberAskedAboutCharge,
  findOverChargeRequests,
  getOwnChargeRequest,
} from "./charge-requests/find-charge-request";
export { type ExceedingCharge, type RequestedCharge, requestCharge } from "./charge-requests/request-charge";
export { charged, writeCharges } from "./count-charge";
export { type AnsweredRequest, ASKED_CHARGE_RULES, decideAskedCharge, findExcess } from "./decide-asked-charge";
export { CHARGE_RULES, type ChargeFacts, decideCharge } from "./decide-charge";
export { denyAgreement, eraseAgreements, expireAgreements, findNextRequestEnd, revokeAgreement } from "./end-agreement";
export { findAskedMember, getAgreement, recurringAuthorizationNotFound } from "./get-agreement";
export { type Preflight, preflightCharge } from "./preflight-charge";
export { type RequestOutcome, requestAgreement } from "./request-agreement";
