import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import { decryptText } from "@/server/platform/crypto";
import { metrics } from "@/server/platform/metrics";
import { isRestoreUnreleased } from "../restores";
import { findMailSender, type MailSender, type SendResult } from "./ports";

const BATCH = 20;
/** No other process sends a claimed email; if the process dies, another tries after this. */
const LEASE_MS = 5 * 60_000;
const MINUTE_MS = 60_000;
/** Waits after failed attempts; after the last one it gives up. */
const WAITS_MS = [1, 5, 30, 120, 360].map((minutes) => minutes * MINUTE_MS);
const MAX_ERROR = 300;

interface ClaimedEmail {
  readonly id: string;
  readonly recipient: string;
  readonly subject: string;
  readonly sealedText: string;
  readonly attempts: number;
}

/** Safe to run at any time and concurrently. At least once: a crash after the server accepted an email sends it again. */
export async function sendEmails(input: { readonly now: Date }): Promise<{
  readonly sent: number;
  readonly failed: number;
}> {
  const { now } = input;
  const sender = findMailSender();
  if (!sender) return { sent: 0, failed: 0 };
  const claimed = await claim(now);
  const results = await Promise.all(claimed.map((email) => deliver(sender, email, now)));
  const sent = results.filter((isSent) => isSent).length;
  return { sent, failed: claimed.length - sent };
}

async function claim(now: Date): Promise<ClaimedEmail[]> {
  const until = new Date(now.getTime() + LEASE_MS);
  return query<ClaimedEmail>(
    getPool(),
    sql`WITH due AS (
        SELECT id FROM emails WHERE next_attempt_at <= ${now} AND NOT ${isRestoreUnreleased}
        ORDER BY next_attempt_at LIMIT ${BATCH} FOR UPDATE SKIP LOCKED
      )
      UPDATE emails e SET attempts = e.attempts + 1, next_attempt_at = ${until} FROM due WHERE e.id = due.id
      RETURNING e.id, e.recipient, e.subject, e.sealed_text, e.attempts`,
  );
}

async function deliver(sender: MailSender, email: ClaimedEmail, now: Date): Promise<boolean> {
  const { id, recipient, subject, sealedText } = email;
  const text = tryToOpen(sealedText);
  const unreadable = { error: "no key of this process opens its text", isFinal: false };
  const result = text === null ? unreadable : await sender.send({ id, recipient, subject, text });
  await record(email, result, now);
  return result.error === null;
}

/** Null if it was sealed with a key that this process doesn't know yet, or that is lost. */
function tryToOpen(sealedText: string): string | null {
  try {
    return decryptText("email", sealedText);
  } catch {
    return null;
  }
}

/** Wipes the text of a sent email, since links in it are secrets. */
async function record({ id, attempts }: ClaimedEmail, { error, isFinal }: SendResult, now: Date): Promise<void> {
  if (error === null) {
    metrics().emails.inc({ state: "sent" });
    await query(
      getPool(),
      sql`UPDATE emails SET status = 'sent', sent_at = ${now}, next_attempt_at = NULL, error = NULL, sealed_text = ''
        WHERE id = ${id} AND attempts = ${attempts} AND status = 'waiting'`,
    );
    return;
  }
  const wait = isFinal ? undefined : WAITS_MS[attempts - 1];
  const nextAttemptAt = wait === undefined ? null : new Date(now.getTime() + wait);
  metrics().emails.inc({ state: nextAttemptAt ? "retried" : "failed" });
  await query(
    getPool(),
    sql`UPDATE emails SET error = ${error.slice(0, MAX_ERROR)}, next_attempt_at = ${nextAttemptAt}::timestamptz,
        status = (CASE WHEN ${nextAttemptAt === null}::boolean THEN 'failed' ELSE 'waiting' END)::email_status,
        sealed_text = CASE WHEN ${nextAttemptAt === null}::boolean THEN '' ELSE sealed_text END
      WHERE id = ${id} AND attempts = ${attempts} AND status = 'waiting'`,
  );
}
