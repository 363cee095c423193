import canonicalize from "canonicalize";
import { insertRows, type NewRow } from "@/server/db/insert-rows";
import { type Queryable, query } from "@/server/db/query";
import { raw, type Sql, sql } from "@/server/db/sql";
import { digest, digestLike, encryptText, shorten } from "@/server/platform/crypto";
import type { MemberId, MerchantId, TenantId } from "@/server/platform/noun-ids";

/** Who sends a key: a program by its own key, a person in one of their places in the portal, or a visitor of the bench. */
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

/** What is kept of a meaning: an HMAC, for a plain hash of a body with a PIN could be searched. */
export function fingerprintOf(meaning: string): string {
  return shorten(digest("idempotency-fingerprint", meaning), DIGITS);
}

/** Whether a kept fingerprint is of this meaning; null where the key that it was made with is known no more. */
export function isFingerprintOf(kept: string, meaning: string): boolean | null {
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
