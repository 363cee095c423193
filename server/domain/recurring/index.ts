export { type AgreementRow, agreementStatusText, capOf, intervalOf, isChargeable } from "./agreement";
export { approveAgreement } from "./approve-agreement";
export { countCharge } from "./count-charge";
export { decideCharge } from "./decide-charge";
export { denyAgreement, revokeAgreement } from "./end-agreement";
export { expireAgreements } from "./expire-agreements";
export { getAgreement } from "./get-agreement";
export { getMemberAgreement, listMemberAgreements, type MemberAgreement } from "./list-member-agreements";
export { type RequestOutcome, requestAgreement } from "./request-agreement";
