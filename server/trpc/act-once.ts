import type { StaffCaller } from "@/server/domain/caller";
import { answerOnce, type IdempotencyClaim } from "@/server/domain/idempotency";
import { deriveKey, hmacSha256Hex } from "@/server/platform/crypto";

interface Act<Outcome, Shown> {
  /** The procedure's name: a key that was used for another is refused. */
  readonly name: string;
  readonly input: { readonly key: string } & Readonly<Record<string, unknown>>;
  readonly work: (claim: IdempotencyClaim<Outcome>) => Promise<Outcome>;
  readonly present: (outcome: Outcome) => Shown;
}

/**
 * Work of the portal done once however often it is sent: under a key that the page made when its dialog opened, in the
 * scope of the tenant's own requests. A repeat gets what was shown first; its `outcome` is null, and with it every secret
 * that `present` left out. Throws `idempotency_key_reused` for a key that was used with another input.
 */
export async function runOnce<Outcome, Shown>(
  staff: StaffCaller,
  { name, input, work, present }: Act<Outcome, Shown>,
): Promise<{ readonly outcome: Outcome | null; readonly shown: Shown }> {
  const claim = {
    scope: `tenant:${staff.tenantId}:${staff.environment}`,
    key: `portal:${input.key}`,
    fingerprint: hmacSha256Hex(deriveKey("idempotency-fingerprint"), `PORTAL\n${name}\n${JSON.stringify(input)}`),
  };
  const answerTo = (outcome: Outcome) => {
    const body = JSON.stringify(present(outcome));
    return { status: 200, body, kept: { body, isEncrypted: false } };
  };
  let outcome: Outcome | null = null;
  const { answer, isReplay } = await answerOnce(claim, async () => {
    outcome = await work({ ...claim, answerTo });
    return answerTo(outcome);
  });
  return { outcome: isReplay ? null : outcome, shown: JSON.parse(answer.body) as Shown };
}

/** `runOnce` where nothing is shown only once. */
export async function actOnce<Outcome, Shown>(staff: StaffCaller, act: Act<Outcome, Shown>): Promise<Shown> {
  return (await runOnce(staff, act)).shown;
}
