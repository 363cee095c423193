import { insertRows, type NewRow } from "@/server/db/insert-rows";
import { type Queryable, query } from "@/server/db/query";
import { raw, type Sql, sql } from "@/server/db/sql";
import { encryptText } from "@/server/platform/crypto";
import { fingerprintOf } from "./fingerprint";

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
  /** `meaningOfBytes`, looked at only beside an answer that may be so old; null: no such answers are. */
  readonly ofBytes: (() => string) | null;
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
