import { insertRows, type NewRow } from "@/server/db/insert-rows";
import { getPool } from "@/server/db/pool";
import { type Queryable, query } from "@/server/db/query";
import type { SealedPlace } from "@/server/db/sealed-place";
import { type Sql, sql } from "@/server/db/sql";
import { decryptText, encryptText } from "@/server/platform/crypto";
import { getEnv } from "@/server/platform/env";
import { newRecordId } from "@/server/platform/ids";
import type { Words } from "./words";

interface EmailContent {
  /** The id of the record that the email is erased with. Default: a new one. */
  readonly id?: string;
  readonly recipient: string;
  readonly subject: Words;
  /** A link is a paragraph of its own. */
  readonly paragraphs: readonly Words[];
}

const SIGNATURE = "Closed Loop";

/** To be written with its cause. Without a mail server the email is kept for the outbox page. */
export function newEmail(now: Date, content: EmailContent): NewRow<"emails"> {
  const { id = newRecordId(now), recipient, subject, paragraphs } = content;
  const isSent = getEnv().SMTP_URL !== undefined;
  return {
    id,
    recipient,
    subject,
    sealedText: encryptText("email", [...paragraphs, SIGNATURE].join("\n\n")),
    status: isSent ? "waiting" : "kept",
    attempts: 0,
    error: null,
    createdAt: now,
    sentAt: null,
    nextAttemptAt: isSent ? now : null,
  };
}

/** Writes the email if and only if the guard returns its row. */
export function insertEmail(email: NewRow<"emails">, guard = "(SELECT 1) AS work"): Sql {
  return insertRows("emails", [email], guard);
}

export interface StoredEmail {
  readonly id: string;
  readonly recipient: string;
  readonly subject: string;
  readonly text: string;
  readonly createdAt: Date;
}

const MAX_LISTED = 50;

/** Kept without a mail server. Their links are secrets: `server/auth/outbox.ts` decides who may look. */
export async function listOutbox(): Promise<StoredEmail[]> {
  if (getEnv().SMTP_URL) return [];
  const rows = await query<Omit<StoredEmail, "text"> & { sealedText: string }>(
    getPool(),
    sql`SELECT id, recipient, subject, sealed_text, created_at FROM emails WHERE status = 'kept'
      ORDER BY created_at DESC, id DESC LIMIT ${MAX_LISTED}`,
  );
  return rows.map(({ sealedText, ...row }) => ({ ...row, text: decryptText("email", sealedText) }));
}

export interface EmailQueue {
  /** Capped at 10,000. */
  readonly waiting: number;
  readonly oldestDueSeconds: number;
}

const MAX_COUNTED = 10_000;

export async function measureEmails({ now }: { readonly now: Date }): Promise<EmailQueue> {
  const [queue] = await query<EmailQueue>(
    getPool(),
    sql`SELECT
        (SELECT count(*)::int FROM (SELECT 1 FROM emails WHERE next_attempt_at IS NOT NULL LIMIT ${MAX_COUNTED}) w) AS waiting,
        greatest(0, extract(epoch FROM ${now}::timestamptz - (SELECT next_attempt_at FROM emails
          WHERE next_attempt_at IS NOT NULL ORDER BY next_attempt_at LIMIT 1)))::float8 AS oldest_due_seconds`,
  );
  if (!queue) throw new Error("a count without a row");
  return queue;
}

/** Sent emails no longer have a text. */
export const SEALED_EMAILS: SealedPlace = {
  name: "emails",
  purpose: "email",
  newest: sql`SELECT sealed FROM (SELECT sealed_text AS sealed FROM emails ORDER BY created_at DESC, id DESC LIMIT 50) latest
    WHERE sealed <> '' LIMIT 5`,
  due: ({ after, limit, isDue }) => sql`SELECT id AS place, sealed_text AS sealed FROM emails
    WHERE id > ${after} AND sealed_text <> '' AND ${isDue(sql`sealed_text`)} ORDER BY id LIMIT ${limit}`,
  replace: (renewed) => sql`UPDATE emails e SET sealed_text = n.sealed FROM ${renewed}
    WHERE e.id = n.place AND e.sealed_text = n.was`,
};

/**
 * In the caller's transaction: what was written to this address, and the emails with these ids. Those that a mail server has
 * accepted are out of reach. Idempotent.
 */
export async function eraseEmails(
  db: Queryable,
  { recipient, ids }: { readonly recipient: string | null; readonly ids: readonly string[] },
): Promise<void> {
  await query(db, sql`DELETE FROM emails WHERE recipient = ${recipient} OR id = ANY(${[...ids]}::text[])`);
}
