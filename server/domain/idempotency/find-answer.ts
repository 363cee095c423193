import { LRUCache } from "lru-cache";
import { isUniqueViolation } from "@/server/db/errors";
import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import { decryptText } from "@/server/platform/crypto";
import { DomainError } from "../errors";
import { type Answer, type ClaimName, type EarlierAnswer, isFingerprintOf } from "./claim";

const MOST_CHARACTERS = 4_000_000;

/** An answer that isn't sealed never changes and is never taken away, so one that was read once need not be read again. */
const recent = new LRUCache<string, EarlierAnswer>({
  maxSize: MOST_CHARACTERS,
  sizeCalculation: ({ body, fingerprint }, name) => name.length + fingerprint.length + (body?.length ?? 0),
});

const nameOf = ({ scope, key }: Pick<ClaimName, "scope" | "key">) => `${scope} ${key}`;

/** The answer of a key, if this process has given it again before. It is asked once the caller may do what is repeated. */
function recallAnswer(claim: ClaimName | null): EarlierAnswer | null {
  return (claim && recent.get(nameOf(claim))) ?? null;
}

/** For an answer as it was read, which means that it is committed. */
function rememberAnswer(claim: ClaimName, earlier: EarlierAnswer): void {
  recent.set(nameOf(claim), earlier);
}

/** The answer already given for this key, or null. Throws as `openAnswer` does. */
async function findAnswer(claim: ClaimName): Promise<Answer | null> {
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
async function openAnswer(earlier: EarlierAnswer, claim: ClaimName): Promise<Answer> {
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
 * Whether the answered request is this one, whichever way either names an authorization; null if the server's key that could
 * tell was forgotten.
 */
async function isRepeatOf(earlier: string, { meaning, spelled }: ClaimName): Promise<boolean | null> {
  const [fingerprint = "", namedId = null] = earlier.split(":");
  const isSameMeaning = isFingerprintOf(fingerprint, meaning);
  if (!isSameMeaning) return isSameMeaning;
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
class AnsweredError extends Error {
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
  // A sealed answer changes with a new key of the server, so it isn't remembered.
  if (claim && !earlier.isEncrypted) rememberAnswer(claim, earlier);
  throw new AnsweredError(earlier);
}

/** For work that does something before its statement, such as comparing a PIN: ends a repeat here. Throws AnsweredError. */
export async function requireUnanswered(claim: ClaimName | null): Promise<void> {
  const earlier = claim && (await findEarlier(claim));
  if (earlier) throw new AnsweredError(earlier);
}

/** True for the error that says that this very request is being answered by its twin. */
function isTwin(error: unknown): boolean {
  return isUniqueViolation(error, "idempotency_keys_pkey");
}

/**
 * Runs the work, and if it is refused or loses to a twin, gives the answer this key already has, if it has one. Asking
 * afterwards is enough, and right also when the twin is still under way: the work of a repeat cannot commit, because
 * its idempotency row is part of its statement.
 */
export async function answerOnce(
  claim: ClaimName | null,
  work: () => Promise<Answer>,
): Promise<{ answer: Answer; isReplay: boolean }> {
  try {
    return { answer: await work(), isReplay: false };
  } catch (error) {
    // A caller who may not do it may not have its answer either, even another person's.
    const isRefused = error instanceof DomainError && error.code !== "not_permitted";
    const mayHaveAnswer = isRefused || isTwin(error);
    if (claim && error instanceof AnsweredError) return replayOf(await openAnswer(error.earlier, claim));
    const earlier = claim && mayHaveAnswer ? await findAnswer(claim) : null;
    if (!earlier) throw error;
    return replayOf(earlier);
  }
}

function replayOf(earlier: Answer) {
  return { answer: { ...earlier, status: 200 }, isReplay: true };
}
