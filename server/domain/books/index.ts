export { measureUnsealed, readLine, type Seal } from "./chain/head";
export { sealBooks } from "./chain/seal-books";
export { findBooksProof, findLastProof, findSettlementProof } from "./find-last-proof";
export { type Books, getBooks, listLedgerTotals } from "./get-books";
export type { RecordedProof } from "./prove-books";
export { checkAllBooks, proveBooks, startProof } from "./prove-books";
export { proveStatement } from "./statements/prove-statement";
