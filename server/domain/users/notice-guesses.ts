import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import { wake } from "@/server/domain/wake";
import { DAY_MS } from "@/server/platform/clock";
import { insertEmail, linkTo, newEmail, words } from "../emails";

/**
 * Tells a login's owner, once a day, that its password is being guessed and how to sign in meanwhile. Does the same work for an
 * unknown email: one query that may find no one. Shared logins have no owner.
 */
export async function noticeGuesses(
  caller: { readonly now: Date },
  input: { readonly email: string; readonly tries: number; readonly addresses: number },
): Promise<void> {
  const { now } = caller;
  const { email, tries, addresses } = input;
  const message = newEmail(now, {
    recipient: email,
    subject: words`Someone is guessing your Closed Loop password`,
    paragraphs: [
      words`Within an hour, ${tries} wrong passwords were tried for your login, from ${addresses} different addresses. None of them worked.`,
      words`Browsers you’ve signed in with before still work. Others have to wait up to an hour, unless you set a new password in them:`,
      linkTo("/forgot"),
      words`If your password is short or used anywhere else, change it. We send this email at most once a day.`,
    ],
  });
  await query(
    getPool(),
    sql`WITH told AS (
        UPDATE users SET guesses_noticed_at = ${now}
        WHERE email = ${email} AND NOT is_shared
          AND (guesses_noticed_at IS NULL OR guesses_noticed_at <= ${new Date(now.getTime() - DAY_MS)})
        RETURNING id
      ),
      message AS (${insertEmail(message, "told")})
      SELECT 1`,
  );
  wake("emails");
}
