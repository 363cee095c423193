export { type ListedApproval, listApprovals } from "./approvals/list-approvals";
export { type AuditRecord, auditList } from "./audit/list-audit-records";
export { type AuthorizationStory, getAuthorizationStory } from "./authorizations/get-authorization-story";
export { getMemberTransaction, type MemberTransactionHistory } from "./authorizations/get-member-transaction";
export { authorizationList, type TenantAuthorization } from "./authorizations/list-authorizations";
export { listMemberActivity, type MemberTransaction } from "./authorizations/list-member-activity";
export { listStoryEvents, type StoryEvent } from "./authorizations/story-events";
export { listLedgerEntries, type StoryEntry } from "./authorizations/story-records";
export { type AuthorizationSums, sumAuthorizations } from "./authorizations/sum-authorizations";
export {
  type BankStatement,
  getBankStatements,
  listBankStatements,
  statementList,
} from "./bank/bank-statements";
export { type FundableAccount, findFundableAccounts } from "./bank/find-fundable-accounts";
export { type BankLine, bankLineList } from "./bank/list-bank-lines";
export { type HeldFile, listHeldFiles } from "./bank/list-held-files";
export { countDisputes, disputeList, type TenantDispute } from "./disputes/list-disputes";
export { findPayees, type Payee } from "./members/find-payees";
export {
  getNetworkMember,
  type NetworkMember,
  type NetworkMemberPage,
  networkMemberList,
} from "./members/list-network-members";
export { findAnomalies } from "./overview/find-anomalies";
export { getFirstRun } from "./overview/get-first-run";
export { getNetworkOverview, type NetworkOverview, type TenantInPeriod } from "./overview/get-network-overview";
export { type CountedPeriod, getOverview, type Overview } from "./overview/get-overview";
export {
  getIssuedCode,
  type IssuedCode,
  issuedCodeList,
} from "./payment-codes/list-issued-codes";
export { getMemberCode, type MemberCode, memberCodeList } from "./payment-codes/list-member-codes";
export { getMemberPayout, listOwnPayouts, memberPayoutList } from "./payouts/member-payouts";
export {
  getNetworkPayout,
  type ListedPaymentFile,
  listPaymentFiles,
  type NetworkPayout,
  type NetworkPayoutPage,
  networkPayoutList,
} from "./payouts/network-payouts";
export { readPerson } from "./person/read-person";
export { findReceipt, type Receipt } from "./receipts/find-receipt";
export { receiptIdOf } from "./receipts/receipt-id";
export { countAuthorizationRecords, countBatchLines } from "./records/count-records";
export {
  type AuthorizationMoves,
  getAuthorizationMoves,
  getTransactionMoves,
  type Moved,
  type TransactionMoves,
} from "./records/get-moves";
export {
  type AccountBalance,
  type AccountEntries,
  type AccountEntry,
  getAccountBalance,
  getAccountEntries,
  listAccountEntries,
  readBalancesAt,
} from "./records/list-account-entries";
export { accountList } from "./records/list-account-records";
export { authorizationRecordList, type ListedAuthorization } from "./records/list-authorization-records";
export { type BalanceRecord, balanceList } from "./records/list-balance-records";
export {
  type BalanceTransaction,
  type BalanceTransactionPage,
  listBalanceTransactions,
} from "./records/list-balance-transactions";
export { type BatchLine, batchLineList } from "./records/list-batch-lines";
export {
  type BatchRecord,
  batchList,
  getBatchRecord,
  getPayoutRecord,
  type Progress,
  payoutList,
} from "./records/list-batch-records";
export {
  type CaptureRecord,
  captureList,
  getCaptureRecord,
  type PaymentOfRecord,
} from "./records/list-capture-records";
export { fundingList, getFunding } from "./records/list-fundings";
export {
  getRefundRecord,
  type RefundRecord,
  refundList,
} from "./records/list-refund-records";
export {
  type AccountStatements,
  getMemberStatement,
  listMemberStatements,
  listStatements,
  type MemberStatement,
} from "./records/list-statements";
export type { Payer, TenantReader } from "./records/payment-filter";
export {
  getChargeRequest,
  getMemberChargeRequest,
  listMemberChargeRequests,
  type MemberChargeRequest,
} from "./recurring/charge-requests";
export { type Asked, findAsked } from "./recurring/find-asked";
export { agreementList } from "./recurring/list-agreement-records";
export {
  chargeRequestList,
  getTenantChargeRequest,
  type ListedChargeRequest,
} from "./recurring/list-charge-requests";
export { getMemberAgreement, type MemberAgreement, memberAgreementList } from "./recurring/list-member-agreements";
export { type ListedReportFile, reportFileList } from "./reports/list-report-files";
export { getRequest, type RequestDetail } from "./request-log/get-request";
export { listRescues, type Rescue } from "./rescues/list-rescues";
export { type Reserves, readReserves } from "./reserves/read-reserves";
export { listLostByRestore } from "./restores/list-lost-by-restore";
export { type LoggedRequest, listLostRequests } from "./restores/list-lost-requests";
export { type Happened, type HappenedItem, listHappened } from "./sandbox-clock/list-happened";
export { findNetworkRecords } from "./search/find-network-records";
export { findRecords } from "./search/find-records";
export { listMerchantMoney, type MerchantMoney } from "./settlement/list-merchant-money";
export { listUnsettled, type UnsettledMoney } from "./settlement/list-unsettled";
export { type Movement, nameMovement, sumElsewhere } from "./settlement/sum-elsewhere";
export { type CurrencySpending, getSpending, type MonthSpending } from "./spending/get-spending";
export { findWalletAccess, type WalletAccess } from "./team/find-wallet-access";
export { listTeam, type OpenInvitation, type Person } from "./team/list-team";
export { type ListedApiKey, listApiKeys } from "./tenants/list-api-keys";
export { getWorkbench, type Workbench } from "./workbench/get-workbench";
