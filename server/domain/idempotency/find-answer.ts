import canonicalize from "canonicalize";
import { LRUCache } from "lru-cache";
import { isUniqueViolation } from "@/server/db/errors";
import { insertRows, type NewRow } from "@/server/db/insert-rows";
import { getPool } from "@/server/db/pool";
import { type Queryable, query } from "@/server/db/query";
import type { SealedPlace } from "@/server/db/sealed-place";
import { raw, type Sql, sql } from "@/server/db/sql";
import { decryptText, digest, digestLike, encryptText, shorten } from "@/server/platform/crypto";
import type { MemberId, MerchantId, TenantId } from "@/server/platform/noun-ids";
import type { TenantCaller } from "../caller";
import { DomainError, PermissionError } from "../errors";

const MOST_CHARACTERS = 4_000_000;

/** An unsealed answer never changes or disappears, so it can be cached. */
const recent = new LRUCache<string, EarlierAnswer>({
  maxSize: MOST_CHARACTERS,
  sizeCalculation: ({ body, fingerprint }, name) => name.length + fingerprint.length + (body?.length ?? 0),
});

const nameOf = ({ scope, key }: Pick<ClaimName, "scope" | "key">) => `${scope} ${key}`;

/** Only if this process has replayed the answer before. Call it once the caller is known to have the permission. */
function recallAnswer(claim: ClaimName | null): EarlierAnswer | null {
  return (claim && recent.get(nameOf(claim))) ?? null;
}

/** Only for answers that were read, and so are committed. */
function rememberAnswer(claim: ClaimName, earlier: EarlierAnswer): void {
  recent.set(nameOf(claim), earlier);
}

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
 * Throws `idempotency_key_reused` if the key was used for another request (design 6), `answer_not_kept` if the answer isn't
 * stored, or the server's key that could tell was forgotten.
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

/** For work that is stored before its answer. Throws `idempotency_key_reused` if the key began it for another request. */
export function requireSameMeaning(begunFor: string | null, claim: ClaimName | null): void {
  if (begunFor !== null && claim && isFingerprintOf(begunFor, claim.meaning) === false) throw keyReused();
}

function keyReused(): DomainError {
  return new DomainError("idempotency_key_reused", "This Idempotency-Key was already used for a different request.", {
    field: "Idempotency-Key",
  });
}

/** However each names the authorization. Null if the server's key that could tell was forgotten. */
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

/** The key has its answer, noticed before the work was done. */
class AnsweredError extends Error {
  override readonly name = "AnsweredError";

  constructor(readonly earlier: EarlierAnswer) {
    super("this key has its answer");
  }
}

/** For use before queuing. Throws AnsweredError if this process has replayed the answer before. */
export function throwIfAnswerRemembered(claim: ClaimName | null): void {
  const earlier = recallAnswer(claim);
  if (earlier) throw new AnsweredError(earlier);
}

/** For reads that find the answers of keys. Throws AnsweredError. */
export function throwIfAnswered(claim: ClaimName | null, earlier: EarlierAnswer | null): void {
  if (!earlier) return;
  // A sealed answer changes with the server's key, so it isn't cached.
  if (claim && !earlier.isEncrypted) rememberAnswer(claim, earlier);
  throw new AnsweredError(earlier);
}

/** For work with effects before its query, such as comparing a PIN. Throws AnsweredError. */
export async function requireUnanswered(claim: ClaimName | null): Promise<void> {
  const earlier = claim && (await findEarlier(claim));
  if (earlier) throw new AnsweredError(earlier);
}

/** A concurrent request with the same key has won. */
function isTwin(error: unknown): boolean {
  return isUniqueViolation(error, "idempotency_keys_pkey");
}

/**
 * Runs the work; if it is refused or loses to a concurrent twin, returns the key's earlier answer, if there is one. Looking
 * afterwards is enough, even while the twin is under way: a repeat's work can't commit, because its idempotency row is part of
 * its query.
 */
export async function answerOnce(
  claim: ClaimName | null,
  work: () => Promise<Answer>,
): Promise<{ answer: Answer; isReplay: boolean }> {
  try {
    return { answer: await work(), isReplay: false };
  } catch (error) {
    const isRefused = error instanceof DomainError && !(error instanceof PermissionError);
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

type Sender =
  | { readonly kind: "tenant"; readonly tenantId: TenantId; readonly environment: string }
  | { readonly kind: "merchant"; readonly merchantId: MerchantId }
  | { readonly kind: "staff"; readonly tenantId: TenantId; readonly environment: string; readonly userId: string }
  | { readonly kind: "member"; readonly memberId: MemberId; readonly userId: string }
  | { readonly kind: "operator"; readonly environment: string; readonly userId: string }
  | { readonly kind: "visitor"; readonly codeId: string };

/** Keys of different scopes never collide. All API keys of a tenant share one scope. */
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

/** 128 bits: two requests sent by mistake under one key never collide. */
const FINGERPRINT_DIGITS = 32;

/** RFC 8785 canonical JSON, so that neither the order of names nor the spelling of a number or string counts. */
export function meaningOf(meaning: object): string {
  const text = canonicalize(meaning);
  if (text === undefined) throw new TypeError("a request without a meaning");
  return text;
}

/** An HMAC, because a plain hash of a body with a PIN could be brute-forced. */
export function fingerprintOf(meaning: string): string {
  return shorten(digest("idempotency-fingerprint", meaning), FINGERPRINT_DIGITS);
}

/** Null if the key that it was made with is no longer known. */
function isFingerprintOf(kept: string, meaning: string): boolean | null {
  const expected = digestLike(kept, "idempotency-fingerprint", meaning);
  return expected === null ? null : shorten(expected, FINGERPRINT_DIGITS) === kept;
}

export interface Answer {
  readonly status: number;
  readonly body: string;
}

export type EarlierAnswer = Pick<NewRow<"idempotency_keys">, "status" | "body" | "fingerprint" | "isEncrypted">;

/** `kept` is what a repeat gets: once-only secrets are left out, and codes are encrypted. */
interface FirstAnswer extends Answer {
  readonly kept: { readonly body: string; readonly isEncrypted: boolean };
  readonly namedId: string | null;
}

/** A caller's Idempotency-Key for one request, before the answer is known. */
export interface ClaimName {
  readonly scope: string;
  readonly key: string;
  /** `meaningOf` the request, without what `spelled` names. May hold a PIN: only its fingerprint is stored. */
  readonly meaning: string;
  /** The authorization as the caller wrote it, by number or record id; null if there is none, or only one spelling of it. */
  readonly spelled: string | null;
}

/** `answerTo` makes the answer that is stored in the query of the work, so that a repeat gets that very answer. */
export interface IdempotencyClaim<Outcome> extends ClaimName {
  answerTo(outcome: Outcome): FirstAnswer;
}

/**
 * CTE `idempotency`: one row if `guard` has one, also without a claim. A plain INSERT, never ON CONFLICT: a concurrent twin
 * waits for it, violates the unique key, and loses its whole query. Events depend on it, so that a twin never writes one.
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

/** As with one answer, a twin of any loses its whole query. */
export function recordAnswers(rows: readonly NewRow<"idempotency_keys">[], guard: string): Sql {
  return insertRows("idempotency_keys", rows, guard);
}

/** SQL condition; false without a claim. */
export function isAnswered(claim: Pick<ClaimName, "scope" | "key"> | null): Sql {
  return sql`EXISTS (SELECT 1 FROM idempotency_keys WHERE scope = ${claim?.scope ?? ""} AND key = ${claim?.key ?? ""})`;
}

/** `recordAnswer` for work in a transaction: `db` must be the transaction's. */
export async function storeAnswer<Outcome>(
  db: Queryable,
  claim: IdempotencyClaim<Outcome> | null,
  outcome: Outcome,
  at: Date,
): Promise<void> {
  if (claim) await query(db, sql`WITH ${recordAnswer(claim, outcome, at, "(SELECT 1) AS work")} SELECT 1`);
}

export interface StoredAnswer {
  readonly status: number;
  /** As a replay returns it; null if `isHidden`. */
  readonly body: string | null;
  /** Holds a code that pays, so only a replay with the key's own secret gets it. */
  readonly isHidden: boolean;
  readonly createdAt: Date;
}

/** For a key of the tenant, or of one of its merchants, which the caller has looked up. */
export async function findKeptAnswer(
  { tenantId, environment }: TenantCaller,
  { key, merchantId }: { readonly key: string; readonly merchantId: MerchantId | null },
): Promise<StoredAnswer | null> {
  const scope = scopeOf(
    merchantId === null ? { kind: "tenant", tenantId, environment } : { kind: "merchant", merchantId },
  );
  const [kept] = await query<{ status: number; body: string | null; isEncrypted: boolean; createdAt: Date }>(
    getPool(),
    sql`SELECT status, body, is_encrypted, created_at FROM idempotency_keys WHERE scope = ${scope} AND key = ${key}`,
  );
  if (!kept) return null;
  const { status, body, isEncrypted, createdAt } = kept;
  return { status, body: isEncrypted ? null : body, isHidden: isEncrypted, createdAt };
}

/** Answers that hold a code that pays. The table is as long as the books, without an index, so startup skips it. */
export const SEALED_ANSWERS: SealedPlace = {
  name: "answers that replays get",
  purpose: "idempotency-answer",
  newest: sql`SELECT NULL::text AS sealed WHERE false`,
  due: ({ after, limit, isDue }) => sql`SELECT scope || E'\\n' || key AS place,
      CASE WHEN is_encrypted AND ${isDue(sql`body`)} THEN body END AS sealed
    FROM idempotency_keys WHERE (scope, key) > (split_part(${after}, E'\\n', 1), split_part(${after}, E'\\n', 2))
    ORDER BY scope, key LIMIT ${limit}`,
  replace: (renewed) => sql`UPDATE idempotency_keys k SET body = n.sealed FROM ${renewed}
    WHERE k.scope = split_part(n.place, E'\\n', 1) AND k.key = split_part(n.place, E'\\n', 2) AND k.body = n.was`,
};
