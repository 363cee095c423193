import { insertRows, type NewRow } from "@/server/db/insert-rows";
import type { Sql } from "@/server/db/sql";
import { encryptText } from "@/server/platform/crypto";
import { getEnv } from "@/server/platform/env";
import { newRecordId } from "@/server/platform/ids";
import type { Words } from "./words";

/** An email in words. */
interface EmailContent {
  readonly recipient: string;
  readonly subject: Words;
  /** A link stands in one of its own. */
  readonly paragraphs: readonly Words[];
}

const SIGNATURE = "Closed Loop";

/**
 * The row of an email, to be written with its cause. Without a mail server it is kept, and the outbox page
 * shows it.
 */
export function newEmail(now: Date, { recipient, subject, paragraphs }: EmailContent): NewRow<"emails"> {
  const isSent = getEnv().SMTP_URL !== undefined;
  return {
    id: newRecordId(now),
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

/** The `INSERT` of an email, with its cause: it is written if and only if the guard's row is. */
export function insertEmail(email: NewRow<"emails">, guard = "(SELECT 1) AS work"): Sql {
  return insertRows("emails", [email], guard);
}
