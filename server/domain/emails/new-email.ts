import { insertRows, type NewRow } from "@/server/db/insert-rows";
import type { Sql } from "@/server/db/sql";
import { encryptText } from "@/server/platform/crypto";
import { getEnv } from "@/server/platform/env";
import { newRecordId } from "@/server/platform/ids";
import type { Words } from "./words";

interface EmailContent {
  readonly recipient: string;
  readonly subject: Words;
  /** A link is a paragraph of its own. */
  readonly paragraphs: readonly Words[];
}

const SIGNATURE = "Closed Loop";

/** To be written with its cause. Without a mail server the email is kept for the outbox page. */
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

/** Writes the email if and only if the guard returns its row. */
export function insertEmail(email: NewRow<"emails">, guard = "(SELECT 1) AS work"): Sql {
  return insertRows("emails", [email], guard);
}
