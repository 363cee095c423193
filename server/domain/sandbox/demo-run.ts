import { digest, digestLike, isEqualConstantTime, shorten } from "@/server/platform/crypto";
import { isRecordId, type RecordId, timeOfRecordId } from "@/server/platform/ids";
import { AuthorizationId } from "@/server/platform/noun-ids";
import { DomainError } from "../errors";

/** Half of an HMAC-SHA-256: 128 bits. */
const PROOF_DIGITS = 32;
const LASTS_MS = 60 * 60 * 1000;
const NO_PAYMENT = "0";

export interface DemoRun {
  readonly codeId: RecordId;
  readonly recordId: AuthorizationId | null;
}

function namesOf({ codeId, recordId }: DemoRun): string {
  return `${codeId}-${recordId ?? NO_PAYMENT}`;
}

/** `<code>-<payment>-<proof>`: the right to continue the run, given only to its creator. */
export function sealDemoRun(run: DemoRun): string {
  const names = namesOf(run);
  return `${names}-${shorten(digest("demo-run", names), PROOF_DIGITS)}`;
}

/** For seals of the last hour. Throws `not_found`, whatever is wrong. */
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
