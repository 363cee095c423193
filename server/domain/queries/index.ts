export { type ListedApproval, listApprovals } from "./approvals/list-approvals";
export { type AuditRecord, listAuditRecords } from "./audit/list-audit-records";
export { type AuthorizationStory, getAuthorizationStory } from "./authorizations/get-authorization-story";
export { getMemberTransaction, type MemberTransactionHistory } from "./authorizations/get-member-transaction";
export { listAuthorizations, type TenantAuthorization } from "./authorizations/list-authorizations";
export { listMemberActivity, type MemberTransaction } from "./authorizations/list-member-activity";
export { listStoryEvents, type StoryEvent } from "./authorizations/story-events";
export { listLedgerEntries, type StoryEntry } from "./authorizations/story-records";
export { type AuthorizationSums, sumAuthorizations } from "./authorizations/sum-authorizations";
export {
  type BankStatement,
  getBankStatements,
  listBankStatements,
  listStatementRecords,
} from "./bank/bank-statements";
export { findFundableAccounts } from "./bank/find-fundable-accounts";
export { type BankLine, listBankLines } from "./bank/list-bank-lines";
export { type HeldFile, listHeldFiles } from "./bank/list-held-files";
export { countDisputes, listDisputeRecords, listDisputes, type TenantDispute } from "./disputes/list-disputes";
export { findPayees, type Payee } from "./members/find-payees";
export {
  getNetworkMember,
  listNetworkMembers,
  type NetworkCard,
  type NetworkMember,
  type NetworkMemberPage,
} from "./members/list-network-members";
export { getNetworkMerchant, listNetworkMerchants, type NetworkMerchant } from "./merchants/list-network-merchants";
export { findAnomalies } from "./overview/find-anomalies";
export { getFirstRun } from "./overview/get-first-run";
export { getNetworkOverview, type NetworkOverview, type TenantInPeriod } from "./overview/get-network-overview";
export { type CountedPeriod, getOverview, type Overview } from "./overview/get-overview";
export {
  getIssuedCode,
  type IssuedCode,
  listIssuedCodes,
} from "./payment-codes/list-issued-codes";
export { getMemberCode, listMemberCodes, type MemberCode } from "./payment-codes/list-member-codes";
export { getMemberPayout, listMemberPayouts, listOwnPayouts } from "./payouts/member-payouts";
export {
  getNetworkPayout,
  type ListedPaymentFile,
  listNetworkPayouts,
  listPaymentFiles,
  type NetworkPayout,
  type NetworkPayoutPage,
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
export { listAccountRecords } from "./records/list-account-records";
export { type ListedAuthorization, listAuthorizationRecords } from "./records/list-authorization-records";
export { type BalanceRecord, listBalanceRecords } from "./records/list-balance-records";
export {
  type BalanceTransaction,
  type BalanceTransactionPage,
  listBalanceTransactions,
} from "./records/list-balance-transactions";
export { type BatchLine, listBatchLines } from "./records/list-batch-lines";
export {
  type BatchFilter,
  type BatchRecord,
  getBatchRecord,
  getPayoutRecord,
  listBatchRecords,
  listPayoutRecords,
  type PayoutFilter,
  type Progress,
} from "./records/list-batch-records";
export {
  type CaptureRecord,
  getCaptureRecord,
  listCaptureRecords,
  type PaymentOfRecord,
} from "./records/list-capture-records";
export { getFunding, listFundings } from "./records/list-fundings";
export {
  getRefundRecord,
  listRefundRecords,
  type RefundRecord,
} from "./records/list-refund-records";
export {
  type AccountStatements,
  getMemberStatement,
  listMemberStatements,
  listStatements,
  type MemberStatement,
} from "./records/list-statements";
export type { Payer, PaymentFilter, TenantReader } from "./records/payment-filter";
export {
  type ChargeRequestStory,
  getChargeRequest,
  getMemberChargeRequest,
  listMemberChargeRequests,
  type MemberChargeRequest,
} from "./recurring/charge-requests";
export { type Asked, findAsked } from "./recurring/find-asked";
export { listAgreementRecords } from "./recurring/list-agreement-records";
export {
  getTenantChargeRequest,
  listChargeRequests,
  type TenantChargeRequest,
} from "./recurring/list-charge-requests";
export { getMemberAgreement, listMemberAgreements, type MemberAgreement } from "./recurring/list-member-agreements";
export { listReportFiles, type TenantReportFile } from "./reports/list-report-files";
export { getRequest, type RequestDetail } from "./request-log/get-request";
export { listRescues, type Rescue } from "./rescues/list-rescues";
export { type Reserves, readReserves } from "./reserves/read-reserves";
export { listLostByRestore } from "./restores/list-lost-by-restore";
export { type LoggedRequest, listLostRequests } from "./restores/list-lost-requests";
export { type Happened, type HappenedItem, listHappened } from "./sandbox-clock/list-happened";
export { findNetworkRecords } from "./search/find-network-records";
export { findRecords } from "./search/find-records";
export { getStatement, type Statement } from "./settlement/get-statement";
export { listBatches, type TenantBatch } from "./settlement/list-batches";
export { listMerchantMoney, type MerchantMoney } from "./settlement/list-merchant-money";
export { listNetworkBatches, type NetworkBatch } from "./settlement/list-network-batches";
export { listStatementLines, type StatementLine } from "./settlement/list-statement-lines";
export { listUnsettled, type UnsettledMoney } from "./settlement/list-unsettled";
export { type Movement, nameMovement, sumElsewhere } from "./settlement/sum-elsewhere";
export { type CurrencySpending, getSpending, type MonthSpending } from "./spending/get-spending";
export { findWalletAccess, type WalletAccess } from "./team/find-wallet-access";
export { listTeam, type OpenInvitation, type Person } from "./team/list-team";
export { type ListedApiKey, listApiKeys } from "./tenants/list-api-keys";
export { getWorkbench, type Workbench } from "./workbench/get-workbench";
