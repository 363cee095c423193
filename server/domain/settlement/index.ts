export { getStatement, type Statement } from "./get-statement";
export { listBatches, type TenantBatch } from "./list-batches";
export { listMerchantMoney, type MerchantMoney } from "./list-merchant-money";
export { listNetworkBatches, type NetworkBatch } from "./list-network-batches";
export { listStatementLines, type StatementLine } from "./list-statement-lines";
export { listUnsettled, type UnsettledMoney } from "./list-unsettled";
export { settleDue, settleNow } from "./settle-due";
export { settleOnDemand } from "./settle-on-demand";
export type { SettlementBatchRow } from "./settlement-batch";
