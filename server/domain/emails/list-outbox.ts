import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import { decryptText } from "@/server/platform/crypto";
import { getEnv } from "@/server/platform/env";

export interface KeptEmail {
  readonly id: string;
  readonly recipient: string;
  readonly subject: string;
  readonly text: string;
  readonly createdAt: Date;
}

const MAX_LISTED = 50;

/** Kept without a mail server. Their links are secrets: `server/auth/outbox.ts` decides who may look. */
export async function listOutbox(): Promise<KeptEmail[]> {
  if (getEnv().SMTP_URL) return [];
  const rows = await query<Omit<KeptEmail, "text"> & { sealedText: string }>(
    getPool(),
    sql`SELECT id, recipient, subject, sealed_text, created_at FROM emails WHERE status = 'kept'
      ORDER BY created_at DESC, id DESC LIMIT ${MAX_LISTED}`,
  );
  return rows.map(({ sealedText, ...row }) => ({ ...row, text: decryptText("email", sealedText) }));
}
