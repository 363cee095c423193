import canonicalize from "canonicalize";
import { LRUCache } from "lru-cache";
import { isUniqueViolation } from "@/server/db/errors";
import { insertRows, type NewRow } from "@/server/db/insert-rows";
import { getPool } from "@/server/db/pool";
import { type Queryable, query } from "@/server/db/query";
import { raw, type Sql, sql } from "@/server/db/sql";
import { decryptText, digest, digestLike, encryptText, shorten } from "@/server/platform/crypto";
import type { MemberId, MerchantId, TenantId } from "@/server/platform/noun-ids";
import { DomainError } from "../errors";

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

/** The owner of an Idempotency-Key: an API key, a person in one of their memberships, or a visitor of the bench. */
type Sender =
  | { readonly kind: "tenant"; readonly tenantId: TenantId; readonly environment: string }
  | { readonly kind: "merchant"; readonly merchantId: MerchantId }
  | { readonly kind: "staff"; readonly tenantId: TenantId; readonly environment: string; readonly userId: string }
  | { readonly kind: "member"; readonly memberId: MemberId; readonly userId: string }
  | { readonly kind: "operator"; readonly environment: string; readonly userId: string }
  | { readonly kind: "visitor"; readonly codeId: string };

/** Whose keys these are: the sender's, all API keys of a tenant being one. Keys of different scopes never meet. */
export function scopeOf(sender: Sender): string {
  switch (sender.kind) {
    case "tenant":
      return `tenant:${sender.tenantId}:${sender.environment}`;
    case "merchant":
      return `merchant:${sender.merchantId}`;
    case "staff":
      return `staff:${sender.tenantId}:${sender.environment}:${sender.userId}`;
    case "member":
      return `member:${sender.memberId}:${sender.userId}`;
    case "operator":
      return `operator:${sender.environment}:${sender.userId}`;
    case "visitor":
      return `visitor:${sender.codeId}`;
  }
}

/** 128 bits: two requests that a caller sends by mistake under one key never have these in common. */
const DIGITS = 32;

/**
 * What a request means, as a text to compare: RFC 8785 canonical JSON, so that neither the order of names nor the
 * spelling of a number or a text counts.
 */
export function meaningOf(meaning: object): string {
  const text = canonicalize(meaning);
  if (text === undefined) throw new TypeError("a request without a meaning");
  return text;
}

/** The stored form of a request's meaning: an HMAC, because a plain hash of a body with a PIN could be brute-forced. */
export function fingerprintOf(meaning: string): string {
  return shorten(digest("idempotency-fingerprint", meaning), DIGITS);
}

/** Whether a kept fingerprint is of this meaning; null where the key that it was made with is known no more. */
function isFingerprintOf(kept: string, meaning: string): boolean | null {
  const expected = digestLike(kept, "idempotency-fingerprint", meaning);
  return expected === null ? null : shorten(expected, DIGITS) === kept;
}

/** An answer as it went out: status and body text. */
export interface Answer {
  readonly status: number;
  readonly body: string;
}

/** The answer of a key as it is kept. */
export type EarlierAnswer = Pick<NewRow<"idempotency_keys">, "status" | "body" | "fingerprint" | "isEncrypted">;

/** An answer with what a repeat may have of it: once-only secrets left out, codes kept under encryption. */
interface FirstAnswer extends Answer {
  readonly kept: { readonly body: string; readonly isEncrypted: boolean };
  /** Record id of what `spelled` named. */
  readonly namedId: string | null;
}

/** A caller's Idempotency-Key for one request, before it is known how to answer. */
export interface ClaimName {
  /** Whose key it is: `scopeOf`. */
  readonly scope: string;
  readonly key: string;
  /** `meaningOf` the request, but for what `spelled` names. It may hold a PIN: only its fingerprint is kept. */
  readonly meaning: string;
  /** The authorization that is asked about, by its number or its record id; null: none, or it has one spelling only. */
  readonly spelled: string | null;
}

/**
 * A claim that `answerTo` completes: it turns the use case's outcome into the answer that is stored in the same
 * statement as the work, so that a later repeat gets that very answer.
 */
export interface IdempotencyClaim<Outcome> extends ClaimName {
  answerTo(outcome: Outcome): FirstAnswer;
}

/**
 * CTE `idempotency`: one row if `guard` has one, also without a claim. A plain INSERT, never ON CONFLICT: a twin that
 * runs at the same time waits for it, violates the unique key, and loses all of its statement. Events hang on it, so that
 * a twin never gets as far as an event.
 */
export function recordAnswer<Outcome>(
  claim: IdempotencyClaim<Outcome> | null,
  outcome: Outcome,
  at: Date,
  guard: string,
): Sql {
  if (!claim) return sql`idempotency AS (SELECT 1 FROM ${raw(guard)})`;
  return sql`idempotency AS (${recordAnswers([answerRow(claim, outcome, at)], guard)})`;
}

/** An answer as it is kept. */
export function answerRow<Outcome>(
  claim: IdempotencyClaim<Outcome>,
  outcome: Outcome,
  at: Date,
): NewRow<"idempotency_keys"> {
  const { status, kept, namedId } = claim.answerTo(outcome);
  const body = kept.isEncrypted ? encryptText("idempotency-answer", kept.body) : kept.body;
  const { scope, key } = claim;
  const meant = fingerprintOf(claim.meaning);
  const fingerprint = namedId === null ? meant : `${meant}:${namedId}`;
  return { scope, key, fingerprint, status, body, isEncrypted: kept.isEncrypted, createdAt: at };
}

/** `INSERT` of answers; as with one, a twin of any of them loses all of its statement. */
export function recordAnswers(rows: readonly NewRow<"idempotency_keys">[], guard: string): Sql {
  return insertRows("idempotency_keys", rows, guard);
}

/** SQL condition: the key has its answer. Without a claim, nothing has. */
export function isAnswered(claim: Pick<ClaimName, "scope" | "key"> | null): Sql {
  return sql`EXISTS (SELECT 1 FROM idempotency_keys WHERE scope = ${claim?.scope ?? ""} AND key = ${claim?.key ?? ""})`;
}

/** `recordAnswer` as a statement of its own, for work in a transaction: `db` must be the transaction's. */
export async function keepAnswer<Outcome>(
  db: Queryable,
  claim: IdempotencyClaim<Outcome> | null,
  outcome: Outcome,
  at: Date,
): Promise<void> {
  if (claim) await query(db, sql`WITH ${recordAnswer(claim, outcome, at, "(SELECT 1) AS work")} SELECT 1`);
}
