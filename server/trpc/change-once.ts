import type { StaffCaller } from "@/server/domain/caller";
import { findAnswer, type IdempotencyClaim, isTwin } from "@/server/domain/idempotency";
import { deriveKey, hmacSha256Hex } from "@/server/platform/crypto";

interface Change<Outcome, Shown> {
  /** The procedure's name: `webhooks.create`. */
  readonly name: string;
  /** Made by the page when its dialog opened. */
  readonly claim: string;
  readonly input: unknown;
  readonly work: (claim: IdempotencyClaim<Outcome>) => Promise<Outcome>;
  /** What a repeat may have of the outcome: no secret. */
  readonly keep: (outcome: Outcome) => Shown;
}

/**
 * Makes a change that must not be made twice when a page sends it twice. `outcome` is null on a repeat: `shown` is then
 * what was kept of the first. Throws `idempotency_key_reused` for a claim that was made with another input.
 */
export async function changeOnce<Outcome, Shown>(
  { tenantId, environment, userId }: StaffCaller,
  { name, claim: key, input, work, keep }: Change<Outcome, Shown>,
): Promise<{ readonly outcome: Outcome | null; readonly shown: Shown }> {
  const scope = `portal:${tenantId}:${environment}:${userId}`;
  const fingerprint = hmacSha256Hex(deriveKey("idempotency-fingerprint"), `${name}\n${JSON.stringify(input)}`);
  const answerTo = (outcome: Outcome) => {
    const body = JSON.stringify(keep(outcome));
    return { status: 200, body, kept: { body, isEncrypted: false } };
  };
  try {
    const outcome = await work({ scope, key, fingerprint, answerTo });
    return { outcome, shown: keep(outcome) };
  } catch (error) {
    const earlier = isTwin(error) ? await findAnswer({ scope, key, fingerprint }) : null;
    if (!earlier) throw error;
    return { outcome: null, shown: JSON.parse(earlier.body) as Shown };
  }
}
