import { insertRows } from "@/server/db/insert-rows";
import { type Queryable, query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import { publicUrl } from "@/server/platform/env";
import { newRecordId } from "@/server/platform/ids";
import type { Environment } from "../caller";
import { newEmail } from "../emails";

/** What somebody should know of. */
export interface News {
  readonly userId: string;
  readonly email: string;
  /** Nobody reads the letters of a publicly known login. */
  readonly isShared: boolean;
  readonly kind: "agreement_requested" | "code_locked" | "webhook_failing" | "transaction_reported";
  readonly environment: Environment;
  /** One sentence. */
  readonly title: string;
  readonly text: string;
  /** A path of the portal. */
  readonly href: `/${string}`;
  /** What happened; a user is told of it once. */
  readonly cause: string;
}

/**
 * Tells somebody in the portal and by a letter, both or neither, and never twice of one cause. Returns whether it was
 * news. Whoever calls it rings the mail bell after the commit.
 */
export async function notify(db: Queryable, news: News, now: Date): Promise<boolean> {
  const { userId, email, isShared, kind, environment, title, text, href, cause } = news;
  const letter = newEmail(now, { recipient: email, subject: title, paragraphs: [title, text, publicUrl(href)] });
  const [told] = await query<{ isNew: boolean }>(
    db,
    sql`WITH told AS (
        INSERT INTO notifications (id, user_id, kind, environment, title, text, href, cause, created_at)
        VALUES (${newRecordId(now)}, ${userId}, ${kind}, ${environment}::environment, ${title}, ${text}, ${href},
          ${cause}, ${now})
        ON CONFLICT (user_id, cause) DO NOTHING RETURNING 1
      ),
      letter AS (${insertRows("emails", isShared ? [] : [letter], "told")})
      SELECT EXISTS (SELECT 1 FROM told) AS is_new`,
  );
  return told?.isNew ?? false;
}
