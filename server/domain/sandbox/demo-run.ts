import { digest, digestLike, isEqualConstantTime, shorten } from "@/server/platform/crypto";
import { isRecordId, type RecordId, timeOfRecordId } from "@/server/platform/ids";
import { AuthorizationId } from "@/server/platform/noun-ids";
import { DomainError } from "../errors";

/** Half of an HMAC-SHA-256: 128 bits that no one guesses. */
const PROOF_DIGITS = 32;
const LASTS_MS = 60 * 60 * 1000;
const NO_PAYMENT = "0";

/** What one visitor of the bench made: a code, and the last payment that was asked of it. */
export interface DemoRun {
  readonly codeId: RecordId;
  /** Null until the code was charged. */
  readonly recordId: AuthorizationId | null;
}

function namesOf({ codeId, recordId }: DemoRun): string {
  return `${codeId}-${recordId ?? NO_PAYMENT}`;
}

/** `<code>-<payment>-<proof>`: the right to go on with the run. Only who made it is given it. */
export function sealDemoRun(run: DemoRun): string {
  const names = namesOf(run);
  return `${names}-${shorten(digest("demo-run", names), PROOF_DIGITS)}`;
}

/** The run of a seal that we made within the last hour. Throws `not_found`, whatever is wrong with it. */
export function openDemoRun(sealed: string, now: Date): DemoRun {
  const [codeId = "", payment = "", proof = "", ...rest] = sealed.split("-");
  if (!isRecordId(codeId) || rest.length > 0) throw runNotFound();
  const run = { codeId, recordId: payment === NO_PAYMENT ? null : readPayment(payment) };
  const expected = digestLike(proof, "demo-run", namesOf(run));
  if (!expected || !isEqualConstantTime(proof, shorten(expected, PROOF_DIGITS))) throw runNotFound();
  const madeAt = timeOfRecordId(codeId);
  if (!madeAt || now.getTime() - madeAt.getTime() > LASTS_MS) throw runNotFound();
  return run;
}

function readPayment(text: string): AuthorizationId {
  if (!AuthorizationId.is(text)) throw runNotFound();
  return text;
}

export function runNotFound(): DomainError {
  return new DomainError("not_found", "This run has ended, or never was. Make another code to begin a new one.");
}
