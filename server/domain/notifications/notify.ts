import { runInTransaction } from "@/server/db/guarded";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import { DAY_MS } from "@/server/platform/clock";
import { newRecordId } from "@/server/platform/ids";
import type { Environment } from "../caller";
import { insertEmail, linkTo, newEmail, type Words } from "../emails";

/** What a person is notified of. */
export interface News {
  readonly userId: string;
  readonly email: string;
  /** A publicly known login: no one reads its emails. */
  readonly isShared: boolean;
  readonly kind:
    | "agreement_requested"
    | "charge_asked"
    | "code_locked"
    | "webhook_failing"
    | "transaction_reported"
    | "approval_asked"
    | "live_asked";
  readonly environment: Environment;
  /** One sentence. */
  readonly title: Words;
  readonly text: Words;
  /** A path of the portal. */
  readonly href: `/${string}`;
  /** What happened; a user is notified of it once. */
  readonly cause: string;
  /** Who or what caused it: a merchant, a member, a tenant, a subscription. */
  readonly source: string;
}

/** The most emails of one kind that a user gets within 24 hours: from one source, and from all. */
const EMAILS_OF_SOURCE = 3;
const EMAILS_OF_KIND = 10;

/**
 * Notifies a person in the portal and, in the same statement, by email; once for each cause. After a few emails from
 * one source, further notifications appear in the portal only. Locks the user's row, so parallel sweeps count one after
 * the other. Returns whether it was news. Its caller wakes the emails after the commit.
 */
export async function notify(news: News, now: Date): Promise<boolean> {
  const { userId, email, isShared, kind, environment, title, text, href, cause, source } = news;
  const message = newEmail(now, { recipient: email, subject: title, paragraphs: [title, text, linkTo(href)] });
  return runInTransaction(async (db) => {
    const readers = await query(
      db,
      sql`SELECT 1 FROM users WHERE id = ${userId} AND email = ${email} FOR NO KEY UPDATE`,
    );
    // They left, or have another address, since the news was found.
    if (readers.length === 0) return false;
    const [written] = await query<{ isNew: boolean }>(
      db,
      sql`WITH emailed AS (
          SELECT count(*) FILTER (WHERE source = ${source}) AS of_source, count(*) AS of_kind FROM notifications
          WHERE user_id = ${userId} AND kind = ${kind} AND is_emailed
            AND created_at > ${new Date(now.getTime() - DAY_MS)}
        ),
        notified AS (
          INSERT INTO notifications
            (id, user_id, kind, environment, title, text, href, cause, source, is_emailed, created_at)
          SELECT ${newRecordId(now)}, ${userId}, ${kind}, ${environment}::environment, ${title}, ${text}, ${href},
            ${cause}, ${source}, NOT ${isShared}::boolean AND of_source < ${EMAILS_OF_SOURCE}::bigint
              AND of_kind < ${EMAILS_OF_KIND}::bigint, ${now}
          FROM emailed
          ON CONFLICT (user_id, cause) DO NOTHING RETURNING is_emailed
        ),
        sendable AS (SELECT 1 FROM notified WHERE is_emailed),
        message AS (${insertEmail(message, "sendable")})
        SELECT EXISTS (SELECT 1 FROM notified) AS is_new`,
    );
    return written?.isNew ?? false;
  });
}
