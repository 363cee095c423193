import { auditList } from "@/server/domain/queries";
import type { OperatorCaller } from "../caller";
import { type LedgerTotal, sumBooks } from "../ledger";
import { pageOf } from "../list";
import { findSeal, type Seal } from "./chain/head";
import { PROVED, proving, type RecordedProof, toRecordedProof } from "./prove-books";

export interface Books {
  /** In this process only; another's shows when it is done. */
  readonly underWay: { readonly startedAt: Date; readonly actor: string } | null;
  readonly failure: { readonly at: Date; readonly reason: string } | null;
  readonly seal: Seal | null;
  readonly proofs: readonly RecordedProof[];
}

const MAX_PROOFS = 10;

export async function getBooks(caller: OperatorCaller): Promise<Books> {
  // Read before the records: a proof that ends in between would otherwise be in neither.
  const { underWay, failure } = proving;
  const { items } = await pageOf(auditList(caller, { action: PROVED }), { limit: MAX_PROOFS });
  return { underWay, failure, seal: await findSeal(), proofs: items.map(toRecordedProof) };
}

export async function listLedgerTotals(caller: OperatorCaller): Promise<LedgerTotal[]> {
  return sumBooks(caller);
}
