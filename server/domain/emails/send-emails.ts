import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import { decryptText } from "@/server/platform/crypto";
import { metrics } from "@/server/platform/metrics";
import { isHeldBack } from "../restores";
import { findMailSender, type MailSender, type SendResult } from "./ports";

const BATCH = 20;
/** While one process sends an email no other does; one whose process died is tried again after it. */
const LEASE_MS = 5 * 60_000;
const MINUTE_MS = 60_000;
/** Waits after each attempt that failed; after the last there is none. */
const WAITS_MS = [1, 5, 30, 120, 360].map((minutes) => minutes * MINUTE_MS);
const MAX_ERROR = 300;

interface ClaimedEmail {
  readonly id: string;
  readonly recipient: string;
  readonly subject: string;
  readonly sealedText: string;
  readonly attempts: number;
}

/**
 * Sends what is due, up to 20 emails. Safe to run at any time and by several at
 * once. An email goes out at least once: a crash between the mail server's yes and ours sends it again.
 */
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
        SELECT id FROM emails WHERE next_attempt_at <= ${now} AND NOT ${isHeldBack}
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

/** Null: it was sealed with a key that this process does not know yet, or that is lost. */
function tryToOpen(sealedText: string): string | null {
  try {
    return decryptText("email", sealedText);
  } catch {
    return null;
  }
}

/** The text of an email that has gone is no one's business any more: links in it are secrets. */
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
