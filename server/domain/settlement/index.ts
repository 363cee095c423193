export { getStatement, type Statement } from "./get-statement";
export { listBatches, type TenantBatch } from "./list-batches";
export { listMerchantMoney, type MerchantMoney } from "./list-merchant-money";
export { listStatementLines, type StatementLine } from "./list-statement-lines";
export { settleDue, settleNow } from "./settle-due";
export type { SettlementBatchRow } from "./settlement-batch";
