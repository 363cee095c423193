export { listAskedBatches, lockRequest } from "./asked-batches";
export { settleDue, settleNow } from "./settle-due";
export { settleOnDemand } from "./settle-on-demand";
export type { SettlementBatchRow } from "./settlement-batch";
