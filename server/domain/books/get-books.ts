import { listAuditRecords } from "@/server/domain/queries";
import type { OperatorCaller } from "../caller";
import { type LedgerTotal, sumBooks } from "../ledger";
import { findSeal, type Seal } from "./chain/head";
import { PROVED, type RecordedProof, toRecordedProof } from "./proof";
import { proving } from "./prove-books";

export interface Books {
  /** In this process; another one's shows when it is done. */
  readonly underWay: { readonly startedAt: Date; readonly actor: string } | null;
  readonly failure: { readonly at: Date; readonly reason: string } | null;
  /** How far they are sealed. Null: the chain has lost its beginning. */
  readonly seal: Seal | null;
  /** Newest first, at most 10. */
  readonly proofs: readonly RecordedProof[];
}

const MAX_PROOFS = 10;

/** Whether the books are proved: now, and the last times. */
export async function getBooks(caller: OperatorCaller): Promise<Books> {
  // Before what is on record: a proof that ends between the two would be in neither, and nobody would look again.
  const { underWay, failure } = proving;
  const { items } = await listAuditRecords(caller, { action: PROVED, limit: MAX_PROOFS, cursor: null, sort: null });
  return { underWay, failure, seal: await findSeal(), proofs: items.map(toRecordedProof) };
}

/** Balances by kind of account, in the environment that the operator looks at. */
export async function listLedgerTotals(caller: OperatorCaller): Promise<LedgerTotal[]> {
  return sumBooks(caller);
}
