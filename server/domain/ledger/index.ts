export { auditBooks } from "./audit-books";
export { foldEntries } from "./fold-entries";
export { fundAccount } from "./fund-account";
export { getBalance } from "./get-balance";
export { ensureMerchantAccount, openMemberAccount } from "./open-account";
export { placeHold } from "./place-hold";
export { postCapture } from "./post-capture";
export { postRefund } from "./post-refund";
export { releaseHold } from "./release-hold";
