import { runInTransaction } from "@/server/db/guarded";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import { DAY_MS } from "@/server/platform/clock";
import { newRecordId } from "@/server/platform/ids";
import type { Environment } from "../caller";
import { insertEmail, linkTo, newEmail, type Words } from "../emails";

/** What somebody should know of. */
export interface News {
  readonly userId: string;
  readonly email: string;
  /** Nobody reads the emails of a publicly known login. */
  readonly isShared: boolean;
  readonly kind: "agreement_requested" | "code_locked" | "webhook_failing" | "transaction_reported";
  readonly environment: Environment;
  /** One sentence. */
  readonly title: Words;
  readonly text: Words;
  /** A path of the portal. */
  readonly href: `/${string}`;
  /** What happened; a user is told of it once. */
  readonly cause: string;
  /** Whose doing it is: a merchant, a member, a tenant, a subscription. */
  readonly source: string;
}

/** Emails of one kind that a user gets within 24 hours: by the doing of one, and of all. */
const LETTERS_OF_SOURCE = 3;
const LETTERS_OF_KIND = 10;

/**
 * Tells somebody in the portal, and in the same statement by an email; never twice of one cause. What others do again
 * and again is told in the portal alone after a few letters: the user's row is locked, so that sweeps at the same time
 * count one after the other. Returns whether it was news. Its caller wakes the emails after the commit.
 */
export async function notify(news: News, now: Date): Promise<boolean> {
  const { userId, email, isShared, kind, environment, title, text, href, cause, source } = news;
  const message = newEmail(now, { recipient: email, subject: title, paragraphs: [title, text, linkTo(href)] });
  return runInTransaction(async (db) => {
    await query(db, sql`SELECT 1 FROM users WHERE id = ${userId} FOR NO KEY UPDATE`);
    const [told] = await query<{ isNew: boolean }>(
      db,
      sql`WITH letters AS (
          SELECT count(*) FILTER (WHERE source = ${source}) AS of_source, count(*) AS of_kind FROM notifications
          WHERE user_id = ${userId} AND kind = ${kind} AND has_letter
            AND created_at > ${new Date(now.getTime() - DAY_MS)}
        ),
        told AS (
          INSERT INTO notifications
            (id, user_id, kind, environment, title, text, href, cause, source, has_letter, created_at)
          SELECT ${newRecordId(now)}, ${userId}, ${kind}, ${environment}::environment, ${title}, ${text}, ${href},
            ${cause}, ${source}, NOT ${isShared}::boolean AND of_source < ${LETTERS_OF_SOURCE}::bigint
              AND of_kind < ${LETTERS_OF_KIND}::bigint, ${now}
          FROM letters
          ON CONFLICT (user_id, cause) DO NOTHING RETURNING has_letter
        ),
        lettered AS (SELECT 1 FROM told WHERE has_letter),
        message AS (${insertEmail(message, "lettered")})
        SELECT EXISTS (SELECT 1 FROM told) AS is_new`,
    );
    return told?.isNew ?? false;
  });
}
