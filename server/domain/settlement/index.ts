export { listAskedBatches, lockRequest } from "./asked-batches";
export { grossAndNet } from "./price";
export { type MerchantPrice, type PriceInput, readPrices, setPrice } from "./set-price";
export { findNextSettlement, settleDue, settleNow, settleOnDemand, settleScheduled } from "./settle-due";
export type { SettlementBatchRow } from "./settlement-batch";
