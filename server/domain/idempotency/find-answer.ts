import { isUniqueViolation } from "@/server/db/errors";
import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import { decryptText } from "@/server/platform/crypto";
import { DomainError } from "../errors";
import type { Answer, ClaimName, EarlierAnswer } from "./claim";
import { isFingerprintOf } from "./fingerprint";
import { recallAnswer, rememberAnswer } from "./recent-answers";

/** The answer already given for this key, or null. Throws as `openAnswer` does. */
export async function findAnswer(claim: ClaimName): Promise<Answer | null> {
  const earlier = await findEarlier(claim);
  return earlier && openAnswer(earlier, claim);
}

async function findEarlier({ scope, key }: ClaimName): Promise<EarlierAnswer | null> {
  const [earlier] = await query<EarlierAnswer>(
    getPool(),
    sql`SELECT status, body, fingerprint, is_encrypted FROM idempotency_keys WHERE scope = ${scope} AND key = ${key}`,
  );
  return earlier ?? null;
}

/**
 * The answer for a repeat. Throws `idempotency_key_reused` when the key was used for another request (design 6),
 * `answer_not_kept` where the answer isn't there, or the server's key that would tell whether it is a repeat was forgotten.
 */
export async function openAnswer(earlier: EarlierAnswer, claim: ClaimName): Promise<Answer> {
  const isRepeat = await isRepeatOf(earlier.fingerprint, claim);
  if (isRepeat === false) throw keyReused();
  if (earlier.body === null || isRepeat === null) {
    const message = "The request with this key already succeeded and was not repeated. Its answer isn’t stored.";
    throw new DomainError("answer_not_kept", message, { field: "Idempotency-Key" });
  }
  const body = earlier.isEncrypted ? decryptText("idempotency-answer", earlier.body) : earlier.body;
  return { status: earlier.status, body };
}

/** For work that is kept before its answer is: throws `idempotency_key_reused` if the key began it for another request. */
export function requireSameMeaning(begunFor: string | null, claim: ClaimName | null): void {
  if (begunFor !== null && claim && isFingerprintOf(begunFor, claim.meaning) === false) throw keyReused();
}

function keyReused(): DomainError {
  return new DomainError("idempotency_key_reused", "This Idempotency-Key was already used for a different request.", {
    field: "Idempotency-Key",
  });
}

/**
 * Whether what was answered is what is requested now, whichever way an authorization is named by either; null where the
 * server's key that could tell was forgotten.
 */
async function isRepeatOf(earlier: string, { meaning, spelled, ofBytes }: ClaimName): Promise<boolean | null> {
  const [fingerprint = "", namedId = null] = earlier.split(":");
  const isSameMeaning = isFingerprintOf(fingerprint, meaning);
  if (!isSameMeaning) {
    const isOfBytes = ofBytes && namedId === null && isFingerprintOf(fingerprint, ofBytes());
    return isOfBytes || isSameMeaning;
  }
  if (namedId === spelled) return true;
  if (namedId === null || spelled === null || !/^\d{7}$/.test(spelled)) return false;
  const named = await query(
    getPool(),
    sql`SELECT 1 FROM authorizations WHERE id = ${namedId} AND authorization_number = ${spelled}`,
  );
  return named.length > 0;
}

/**
 * A request whose key already has its answer, noticed before the work was done. The kit answers it as it answers a twin.
 * It is no fault, so it has no stack: to collect one costs more than to find the answer.
 */
export class AnsweredError extends Error {
  override readonly name = "AnsweredError";

  constructor(readonly earlier: EarlierAnswer) {
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = 0;
    super("this key has its answer");
    Error.stackTraceLimit = stackTraceLimit;
  }
}

/** Before a request is put to a queue: one whose answer this process has given again before ends here. Throws AnsweredError. */
export function throwIfAnswerRemembered(claim: ClaimName | null): void {
  const earlier = recallAnswer(claim);
  if (earlier) throw new AnsweredError(earlier);
}

/** For a read that finds the answers of keys: ends a repeat. Throws AnsweredError. */
export function throwIfAnswered(claim: ClaimName | null, earlier: EarlierAnswer | null): void {
  if (!earlier) return;
  // What is sealed is sealed anew with a new key of the server.
  if (claim && !earlier.isEncrypted) rememberAnswer(claim, earlier);
  throw new AnsweredError(earlier);
}

/** For work that does something before its statement, such as comparing a PIN: ends a repeat here. Throws AnsweredError. */
export async function requireUnanswered(claim: ClaimName | null): Promise<void> {
  const earlier = claim && (await findEarlier(claim));
  if (earlier) throw new AnsweredError(earlier);
}

/** True for the error that says that this very request is being answered by its twin. */
export function isTwin(error: unknown): boolean {
  return isUniqueViolation(error, "idempotency_keys_pkey");
}
