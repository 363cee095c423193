import type { NewRow } from "@/server/db/insert-rows";
import { encryptText } from "@/server/platform/crypto";
import { getEnv } from "@/server/platform/env";
import { newRecordId } from "@/server/platform/ids";

/** A letter in words. */
interface Letter {
  readonly recipient: string;
  readonly subject: string;
  /** Paragraphs; a link stands in one of its own. */
  readonly paragraphs: readonly string[];
}

const SIGNATURE = "Closed Loop";

/**
 * The row of a letter, for whoever writes it with its cause. Without a mail server it is kept, and the outbox page
 * shows it.
 */
export function newEmail(now: Date, { recipient, subject, paragraphs }: Letter): NewRow<"emails"> {
  const isSent = getEnv().SMTP_URL !== undefined;
  return {
    id: newRecordId(now),
    recipient,
    // A header is one line: names that people chose stand in some subjects.
    subject: subject.replace(/\s+/g, " ").slice(0, 200),
    sealedText: encryptText("email", [...paragraphs, SIGNATURE].join("\n\n")),
    status: isSent ? "waiting" : "kept",
    attempts: 0,
    error: null,
    createdAt: now,
    sentAt: null,
    nextAttemptAt: isSent ? now : null,
  };
}
