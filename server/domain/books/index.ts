export { findLastProof } from "./find-last-proof";
export { type Books, getBooks, listLedgerTotals } from "./get-books";
export type { RecordedProof } from "./proof";
export { proveBooks, startProof } from "./prove-books";
