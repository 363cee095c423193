import { randomInt } from "node:crypto";
import { foldCode } from "@/server/contracts/crockford";
import { type Queryable, query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import { digest, digests } from "@/server/platform/crypto";
import { newRecordId } from "@/server/platform/ids";

/** Neither I, L, O nor U: what is copied by hand is read right. */
const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";
const LENGTH = 10;
const GROUP = 5;
const COUNT = 10;

function newCode(): string {
  const letters = Array.from({ length: LENGTH }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join("");
  return `${letters.slice(0, GROUP)}-${letters.slice(GROUP)}`;
}

function normalize(code: string): string {
  return foldCode(code)
    .toLowerCase()
    .replace(/[^0-9a-z]/g, "")
    .replace(/[il]/g, "1")
    .replace(/o/g, "0");
}

/** Ten new codes in place of whatever there was. Returned this once; `db` must be a transaction's. */
export async function replaceRecoveryCodes(db: Queryable, userId: string, now: Date): Promise<string[]> {
  const codes = new Set<string>();
  while (codes.size < COUNT) codes.add(newCode());
  await query(db, sql`DELETE FROM recovery_codes WHERE user_id = ${userId}`);
  const ids = [...codes].map(() => newRecordId(now));
  const hashes = [...codes].map((code) => digest("recovery-code", userId, ":", normalize(code)));
  await query(
    db,
    sql`INSERT INTO recovery_codes (id, user_id, code_hash)
      SELECT id, ${userId}, hash FROM unnest(${ids}::text[], ${hashes}::text[]) AS code (id, hash)`,
  );
  return [...codes];
}

/** Uses a recovery code up: of several that bring it at once, one does. */
export async function spendRecoveryCode(db: Queryable, userId: string, code: string, now: Date): Promise<boolean> {
  const hashes = digests("recovery-code", userId, ":", normalize(code));
  const used = await query(
    db,
    sql`UPDATE recovery_codes c SET used_at = ${now} FROM users u
      WHERE c.user_id = ${userId} AND c.code_hash = ANY(${hashes}) AND c.used_at IS NULL
        AND u.id = c.user_id AND u.totp_confirmed_at IS NOT NULL
      RETURNING c.id`,
  );
  return used.length > 0;
}
