export { CHECKS } from "./book-checks";
export { type CheckResult, checkBooks, MAX_BREACHES } from "./check-books";
export { foldAllEntries } from "./fold-all-entries";
export { foldEntries } from "./fold-entries";
export { getBalance } from "./get-balance";
export { listLowTestAccounts } from "./low-test-accounts";
export {
  ensureFeesAccount,
  ensureFloatAccount,
  ensureMerchantAccount,
  ensureNetworkAccount,
  ensureNetworkFeesAccount,
  openMemberAccount,
} from "./open-account";
export { type FundedSide, postFundingReversal, postFundings } from "./post-funding";
export { postMemberPayout, postPayoutReturn } from "./post-payout";
export { creditMembers, postRefunds, type Refund } from "./post-refunds";
export { debitMembers, type MemberDebit, postSales, type Sale } from "./post-sales";
export { postSettlement } from "./post-settlement";
export { type FundingFacts, isProvenFunding } from "./proof-of-funding";
export { type LedgerTotal, sumBooks } from "./sum-books";
