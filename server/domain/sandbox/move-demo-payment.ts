import type { BenchMove } from "@/server/contracts/demo";
import type { Attempt } from "@/server/db/guarded";
import { getPool } from "@/server/db/pool";
import type { DecimalAmount } from "@/server/platform/money";
import {
  type AuthorizationOutcome,
  type CaptureOutcome,
  captureAuthorization,
  getFamily,
  incrementAuthorization,
  listCaptures,
  type RefundOutcome,
  refundableOf,
  refundTransaction,
  type VoidOutcome,
  voidAuthorization,
} from "../authorizations";
import type { MerchantCaller } from "../caller";
import { DomainError, invalidField } from "../errors";
import type { IdempotencyClaim } from "../idempotency";
import { type DemoRun, runNotFound } from "./demo-run";
import { type DemoRequest, requireDemo } from "./find-demo";

/** After this many events, a demo payment can't be moved further. */
const MAX_EVENTS = 24;

export type DemoMoveOutcome = AuthorizationOutcome | CaptureOutcome | VoidOutcome | RefundOutcome;

interface DemoMove {
  readonly move: BenchMove;
  readonly amount: DecimalAmount | null;
}

/**
 * Captures, increments, voids, or refunds the payment of a run, as the demo's merchant, or for an increment as its tenant. A
 * refund is of the newest capture with something left.
 *
 * Accounts, invariant: those of the use case that is run; the code's cap bounds all of them. A retry with the same claim
 * changes nothing. Throws `not_found`, `limit_reached`, and what that use case throws.
 */
export async function moveDemoPayment(
  request: DemoRequest,
  { recordId: id }: DemoRun,
  { move, amount }: DemoMove,
  claim: IdempotencyClaim<DemoMoveOutcome>,
): Promise<DemoMoveOutcome> {
  const { merchant, tenant } = await requireDemo(request);
  if (id === null) throw runNotFound();
  const newest = await findNewestCapture(merchant, id);
  switch (move) {
    case "capture":
      return captureAuthorization(merchant, { id, amount, merchantReference: null }, claim);
    case "void":
      return voidAuthorization(merchant, { id, amount }, claim);
    case "increment":
      if (amount === null) throw invalidField("amount", "is required for an increment");
      return incrementAuthorization(tenant, { id, amount, metadata: null }, claim);
    case "refund":
      if (newest === null) throw new DomainError("transaction_not_found", "Nothing of this payment was captured.");
      return refundTransaction(merchant, { transactionId: newest, amount, reasonCode: "RV05" }, claim);
  }
}

/** Null if nothing was captured. Throws `limit_reached` for a payment with too many events. */
async function findNewestCapture(merchant: MerchantCaller, id: string): Promise<string | null> {
  const attempt: Attempt = { db: getPool(), isLocking: false };
  const { root, members } = await getFamily(attempt, merchant, id);
  if (root.eventSequence >= MAX_EVENTS) {
    throw new DomainError("limit_reached", "This payment has been through enough. Make another code.");
  }
  const captures = await listCaptures(attempt, members);
  const newest = captures.findLast((capture) => refundableOf([capture]) > 0n) ?? captures.at(-1);
  return newest?.transactionId ?? null;
}
