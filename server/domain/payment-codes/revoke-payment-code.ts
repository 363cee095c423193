import { type Attempt, runGuarded, STALE } from "@/server/db/guarded";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import type { TenantCaller } from "../caller";
import { type IdempotencyClaim, recordAnswer } from "../idempotency";
import { getPaymentCode } from "./find-payment-code";

export interface RevokeOutcome {
  readonly recordId: string;
  readonly isRevoked: boolean;
}

/**
 * Ends a code of the caller's tenant at once and wipes its PIN; holds made with it stay. One that is used up stays
 * `Code Used`, and revoking again is no error. `isRevoked` says whether the code is a revoked one now.
 * Throws `payment_code_not_found`.
 */
export async function revokePaymentCode(
  caller: TenantCaller,
  input: { readonly code: string; readonly reason: string | null },
  claim: IdempotencyClaim<RevokeOutcome> | null,
): Promise<RevokeOutcome> {
  return runGuarded((attempt) => revoke(attempt, caller, input, claim));
}

async function revoke(
  attempt: Attempt,
  caller: TenantCaller,
  input: { readonly code: string; readonly reason: string | null },
  claim: IdempotencyClaim<RevokeOutcome> | null,
): Promise<RevokeOutcome | typeof STALE> {
  const row = await getPaymentCode(caller, input, attempt.db);
  const outcome = { recordId: row.id, isRevoked: row.status !== "used" };
  const [result] = await query<{ isWritten: boolean }>(
    attempt.db,
    sql`WITH code AS (
        UPDATE payment_codes SET
          status = CASE WHEN status = 'used' THEN status ELSE 'revoked' END,
          pin_hash = NULL,
          revoked_at = CASE WHEN status IN ('used', 'revoked') THEN revoked_at ELSE ${caller.now}::timestamptz END,
          revoke_reason = CASE WHEN status IN ('used', 'revoked') THEN revoke_reason ELSE ${input.reason}::text END
        WHERE id = ${row.id} AND (status = 'used') = ${row.status === "used"}::boolean
        RETURNING 1
      ),
      ${recordAnswer(claim, outcome, caller.now, "code")}
      SELECT EXISTS (SELECT 1 FROM code) AS is_written`,
  );
  return result?.isWritten ? outcome : STALE;
}
