export { findReceipt, type Receipt } from "./find-receipt";
export { receiptIdOf } from "./receipt-id";
