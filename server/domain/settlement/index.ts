export { listAskedBatches, lockRequest } from "./asked-batches";
export { findNextSettlement } from "./find-next-settlement";
export { grossAndNet } from "./price";
export { type MerchantPrice, type PriceInput, readPrices, setPrice } from "./set-price";
export { settleDue, settleNow } from "./settle-due";
export { settleOnDemand } from "./settle-on-demand";
export type { SettlementBatchRow } from "./settlement-batch";
