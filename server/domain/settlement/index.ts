export { listAskedBatches, lockRequest } from "./asked-batches";
export { findNextSettlement } from "./find-next-settlement";
export { settleDue, settleNow } from "./settle-due";
export { settleOnDemand } from "./settle-on-demand";
export type { SettlementBatchRow } from "./settlement-batch";
