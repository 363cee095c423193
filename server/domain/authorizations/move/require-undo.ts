import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import { actorOf } from "@/server/domain/authority";
import type { MerchantCaller } from "@/server/domain/caller";
import { DomainError, PermissionError } from "@/server/domain/errors";
import type { CaptureRow } from "../authorization";
import { transactionNotFound } from "../transaction";

const MINUTES = 10;

interface Undo {
  readonly transactionId: string;
  /** Whether all that is left goes back, as when no amount was given. */
  readonly isWhole: boolean;
}

/**
 * A key without the scope `refund` undoes only what it took itself, whole, for ten minutes: enough for a till that charged the
 * wrong code. Asked before a stored answer could be repeated to a key that may not see it. Throws `insufficient_scope`,
 * `undo_expired`, `transaction_not_found`.
 */
export async function requireUndo(caller: MerchantCaller, { transactionId, isWhole }: Undo): Promise<void> {
  const { scopes, merchantId, environment, now } = caller;
  if (scopes === undefined || scopes.includes("refund")) return;
  const [capture] = await query<Pick<CaptureRow, "actorKind" | "actorId" | "createdAt">>(
    getPool(),
    sql`SELECT actor_kind, actor_id, created_at FROM captures
      WHERE id = ${transactionId} AND transaction_id = id AND merchant_id = ${merchantId} AND environment = ${environment}`,
  );
  if (!capture) throw transactionNotFound();
  const { actorKind, actorId } = actorOf(caller);
  const isOwn = capture.actorKind === actorKind && capture.actorId === actorId;
  if (!isOwn || !isWhole) {
    const message = `This key has no scope refund, so it undoes only its own sales, whole, within ${MINUTES} minutes.`;
    throw new PermissionError("insufficient_scope", message, { details: { scope: "refund" } });
  }
  const until = new Date(capture.createdAt.getTime() + MINUTES * 60_000);
  if (now > until) {
    const message = `This key could undo its sale for ${MINUTES} minutes. Refund it with a key that has the scope refund.`;
    throw new DomainError("undo_expired", message, { details: { scope: "refund", until: until.toISOString() } });
  }
}
