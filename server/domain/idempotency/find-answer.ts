import { isUniqueViolation } from "@/server/db/errors";
import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import { DomainError } from "../errors";
import type { Answer, IdempotencyClaim } from "./claim";

/**
 * The answer already given for this key, or null. Throws `idempotency_key_reused` when the key was used for another
 * request (design 6).
 */
export async function findAnswer(claim: Omit<IdempotencyClaim<never>, "answerTo">): Promise<Answer | null> {
  const [earlier] = await query<Answer & { fingerprint: string }>(
    getPool(),
    sql`SELECT status, body, fingerprint FROM idempotency_keys WHERE scope = ${claim.scope} AND key = ${claim.key}`,
  );
  if (!earlier) return null;
  if (earlier.fingerprint !== claim.fingerprint) {
    throw new DomainError("idempotency_key_reused", "This Idempotency-Key was used before for another request.", {
      field: "Idempotency-Key",
    });
  }
  return { status: earlier.status, body: earlier.body };
}

/** True for the error a statement dies of when its key already has an answer. */
export function isTwin(error: unknown): boolean {
  return isUniqueViolation(error, "idempotency_keys_pkey");
}
