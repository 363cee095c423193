import { inPrismaTransaction, lockRow } from "@/server/db/prisma-transaction";
import { query } from "@/server/db/query";
import { DAY_MS } from "@/server/platform/clock";
import { newRecordId } from "@/server/platform/ids";
import type { Environment } from "../caller";
import { insertEmail, linkTo, newEmail, type Words } from "../emails";

export interface News {
  readonly userId: string;
  readonly email: string;
  /** A publicly known login, whose emails no one reads. */
  readonly isShared: boolean;
  readonly kind:
    | "agreement_requested"
    | "charge_asked"
    | "code_locked"
    | "webhook_failing"
    | "dispute_opened"
    | "dispute_closed"
    | "dispute_answered"
    | "approval_asked"
    | "live_asked"
    | "funding_came"
    | "payout_account_set"
    | "payout_asked"
    | "payout_moved"
    | "bank_account_set"
    | "funding_file_asked";
  readonly environment: Environment;
  readonly title: Words;
  readonly text: Words;
  readonly href: `/${string}`;
  /** A user is notified once per cause. */
  readonly cause: string;
  readonly source: string;
}

/** Emails of one kind to a user within 24 hours, from one source and in all. */
const EMAILS_OF_SOURCE = 3;
const EMAILS_OF_KIND = 10;

/** People must hear of these in time to object. In live each one is emailed: a budget would let harmless changes hide another. */
const TO_OBJECT: ReadonlySet<News["kind"]> = new Set([
  "payout_account_set",
  "bank_account_set",
  "payout_asked",
  "approval_asked",
  "funding_file_asked",
]);

/**
 * Notifies a person in the portal and, in the same transaction, by email, once per cause. Beyond a few emails, further
 * notifications appear in the portal only, unless someone may have to object. Locks the user's row, so that concurrent sweeps count correctly. Returns whether it
 * was news. The caller must wake the emails after the commit.
 */
export async function notify(news: News, now: Date): Promise<boolean> {
  const { userId, email, isShared, kind, environment, title, text, href, cause, source } = news;
  const message = newEmail(now, { recipient: email, subject: title, paragraphs: [title, text, linkTo(href)] });
  return inPrismaTransaction(async (db) => {
    await lockRow(db, { table: "users", id: userId });
    // The user was erased or changed their address since the news was found.
    if ((await db.user.count({ where: { id: userId, email } })) === 0) return false;
    const emailed = { userId, kind, isEmailed: true, createdAt: { gt: new Date(now.getTime() - DAY_MS) } };
    const isEmailed =
      !isShared &&
      ((environment === "live" && TO_OBJECT.has(kind)) ||
        ((await db.notification.count({ where: { ...emailed, source } })) < EMAILS_OF_SOURCE &&
          (await db.notification.count({ where: emailed })) < EMAILS_OF_KIND));
    const written = await db.notification.createMany({
      data: [
        {
          id: newRecordId(now),
          userId,
          kind,
          environment,
          title,
          text,
          href,
          cause,
          source,
          isEmailed,
          createdAt: now,
        },
      ],
      skipDuplicates: true,
    });
    if (written.count === 0) return false;
    if (isEmailed) await query(db, insertEmail(message));
    return true;
  });
}
