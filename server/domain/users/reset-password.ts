import { getPool } from "@/server/db/pool";
import { getPrisma, type PrismaTransaction } from "@/server/db/prisma";
import { inPrismaTransaction } from "@/server/db/prisma-transaction";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import { wake } from "@/server/domain/wake";
import { digest, digests, hashSecret, randomHex } from "@/server/platform/crypto";
import { newRecordId, parseRecordId, type RecordId } from "@/server/platform/ids";
import { recordAudit } from "../audit";
import { insertEmail, linkTo, newEmail, words } from "../emails";
import { DomainError } from "../errors";
import { markEmailProved } from "./email-proof/email-proof";
import { removePasskeys } from "./passkeys/passkeys";
import { removeSecondFactor } from "./second-factor/second-factor";
import { endSessions } from "./sessions";

const VALID_MS = 60 * 60_000;
const TOKEN_BYTES = 24;
const TOKEN = /^[0-9a-f]{48}$/;
/** Open links per login, so that a flood of requests sends few emails. */
const MAX_OPEN = 3;

function hashesOfToken(token: string): string[] | null {
  return TOKEN.test(token) ? digests("password-reset", token) : null;
}

/**
 * Emails a link that sets a new password, if the email has a login that is not shared and has fewer than three open links.
 * Returns nothing and does the same work for every email: one query that may find no one.
 */
export async function requestPasswordReset(
  caller: { readonly now: Date },
  input: { readonly email: string },
): Promise<void> {
  const { now } = caller;
  const email = input.email.toLowerCase();
  const token = randomHex(TOKEN_BYTES);
  const message = newEmail(now, {
    recipient: email,
    subject: words`Reset your Closed Loop password`,
    paragraphs: [
      words`Someone, probably you, asked to reset the password for this login. Set a new one here:`,
      linkTo(`/reset/${token}`),
      words`The link works once and expires in an hour. If it wasn’t you, ignore this email. Your password still works.`,
    ],
  });
  const tokenHash = digest("password-reset", token);
  const expiresAt = new Date(now.getTime() + VALID_MS);
  await query(
    getPool(),
    sql`WITH reset AS (
        INSERT INTO password_resets (id, user_id, token_hash, created_at, expires_at)
        SELECT ${newRecordId(now)}, u.id, ${tokenHash}, ${now}, ${expiresAt} FROM users u
        WHERE u.email = ${email} AND NOT u.is_shared
          AND (SELECT count(*) FROM password_resets r
            WHERE r.user_id = u.id AND r.used_at IS NULL AND r.expires_at > ${now}) < ${MAX_OPEN}::bigint
        RETURNING 1
      ),
      message AS (${insertEmail(message, "reset")})
      SELECT 1`,
  );
  wake("emails");
}

export async function findReset(
  caller: { readonly now: Date },
  token: string,
): Promise<{ readonly email: string } | null> {
  const tokenHashes = hashesOfToken(token);
  if (!tokenHashes) return null;
  const reset = await getPrisma().passwordReset.findFirst({
    where: { tokenHash: { in: tokenHashes }, usedAt: null, expiresAt: { gt: caller.now } },
    select: { user: { select: { email: true } } },
  });
  return reset?.user ?? null;
}

/**
 * Sets a new password by a link, once, and signs out every device, removes every passkey, and ends every other link, so that an
 * intruder is out. The link proves the email. A second factor stays, unless it was set up before the email was proved: its
 * owner need not be the email's. Throws `not_found` for a link that no longer works.
 */
export async function resetPassword(
  caller: { readonly now: Date; readonly requestId: string },
  input: { readonly token: string; readonly password: string },
): Promise<{ readonly email: string }> {
  const { now, requestId } = caller;
  const tokenHashes = hashesOfToken(input.token);
  // Avoids bcrypt for a link that no longer works.
  if (!tokenHashes || !(await findReset(caller, input.token))) throw over();
  const passwordHash = await hashSecret(input.password, "password", tokenHashes.join());
  const done = await inPrismaTransaction(async (db) => {
    const [used] = await db.passwordReset.updateManyAndReturn({
      where: { tokenHash: { in: tokenHashes }, usedAt: null, expiresAt: { gt: now }, user: { isShared: false } },
      data: { usedAt: now },
      select: { user: { select: { id: true, email: true } } },
    });
    if (!used) throw over();
    const { email } = used.user;
    const userId = parseRecordId(used.user.id);
    await takeLogin(db, { userId, passwordHash, now });
    await db.passwordReset.updateMany({ where: { userId, usedAt: null }, data: { usedAt: now } });
    await endSessions({ userId, sessionId: userId, now }, "all", db);
    const message = newEmail(now, {
      recipient: email,
      subject: words`Your Closed Loop password was changed`,
      paragraphs: [
        words`Your password was reset with an emailed link. All devices were signed out and all passkeys removed.`,
      ],
    });
    await query(db, insertEmail(message));
    const user = { kind: "user", userId, sessionId: userId, email, now, requestId } as const;
    await recordAudit(db, user, { action: "password.reset", subject: { kind: "user", id: userId } });
    return { email };
  });
  wake("emails");
  return done;
}

interface Taken {
  readonly userId: RecordId;
  readonly passwordHash: string;
  readonly now: Date;
}

async function takeLogin(db: PrismaTransaction, { userId, passwordHash, now }: Taken): Promise<void> {
  if (await markEmailProved(db, userId, now)) await removeSecondFactor(db, userId);
  await db.user.update({ where: { id: userId }, data: { passwordHash } });
  await removePasskeys(db, userId);
}

function over(): DomainError {
  return new DomainError("not_found", "This link no longer works. Request a new one.");
}
