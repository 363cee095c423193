import type { StaffCaller } from "@/server/domain/caller";
import { answerOnce, type IdempotencyClaim } from "@/server/domain/idempotency";
import { deriveKey, hmacSha256Hex } from "@/server/platform/crypto";

interface Act<Outcome, Shown> {
  /** The procedure's name: a key that was used for another is refused. */
  readonly name: string;
  readonly input: { readonly key: string };
  readonly work: (claim: IdempotencyClaim<Outcome>) => Promise<Outcome>;
  readonly present: (outcome: Outcome) => Shown;
}

/**
 * What moves money in the portal, done once however often it is sent: under a key that the page made when its dialog
 * opened, in the scope of the tenant's own requests. A repeat gets the first answer.
 */
export async function actOnce<Outcome, Shown>(staff: StaffCaller, act: Act<Outcome, Shown>): Promise<Shown> {
  const { name, input, work, present } = act;
  const claim = {
    scope: `tenant:${staff.tenantId}:${staff.environment}`,
    key: `portal:${input.key}`,
    fingerprint: hmacSha256Hex(deriveKey("idempotency-fingerprint"), `PORTAL\n${name}\n${JSON.stringify(input)}`),
  };
  const answerTo = (outcome: Outcome) => {
    const body = JSON.stringify(present(outcome));
    return { status: 200, body, kept: { body, isEncrypted: false } };
  };
  const { answer } = await answerOnce(claim, async () => answerTo(await work({ ...claim, answerTo })));
  return JSON.parse(answer.body) as Shown;
}
