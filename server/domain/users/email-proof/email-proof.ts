import { getPool } from "@/server/db/pool";
import { getPrisma, type PrismaTransaction } from "@/server/db/prisma";
import { inPrismaTransaction } from "@/server/db/prisma-transaction";
import { query } from "@/server/db/query";
import { wake } from "@/server/domain/wake";
import { DAY_MS } from "@/server/platform/clock";
import { digests, isEqualConstantTime, unnamed } from "@/server/platform/crypto";
import { consume, getLimiter } from "@/server/platform/limiters";
import type { TenantId } from "@/server/platform/noun-ids";
import { recordAudit } from "../../audit";
import type { UserCaller } from "../../caller";
import { insertEmail, newEmail, own, words } from "../../emails";
import { DomainError, invalidField } from "../../errors";
import { guessLimiter } from "../../guesses";

const CODE_DIGITS = 8;

interface Login {
  readonly userId: string;
  readonly email: string;
}

/** One per server key, the newest key's first. Codes are not stored but recomputed to compare. */
function codesOfDay({ userId, email }: Login, day: number): string[] {
  return digests("email-proof", userId, ":", email, ":", String(day)).map((digest) =>
    (BigInt(`0x${unnamed(digest)}`) % 10n ** BigInt(CODE_DIGITS)).toString().padStart(CODE_DIGITS, "0"),
  );
}

const dayOf = (at: Date) => Math.floor(at.getTime() / DAY_MS);

/** Eight digits that prove who reads the email, valid until the end of the next day. */
export function newEmailCode(login: Login, now: Date): string {
  const [code] = codesOfDay(login, dayOf(now));
  if (code === undefined) throw new Error("there is always a key");
  return code;
}

function isEmailCode(login: Login, code: string, now: Date): boolean {
  const codes = [dayOf(now), dayOf(now) - 1].flatMap((day) => codesOfDay(login, day));
  return codes.some((one) => isEqualConstantTime(one, code));
}

export function unprovedEmail(): DomainError {
  return new DomainError("not_permitted", "Confirm your email first, on your account page.");
}

/** For what others would believe about a login's email. Throws `not_permitted`. */
export async function requireProvedEmail(userId: string, db: PrismaTransaction = getPrisma()): Promise<void> {
  const user = await db.user.findUnique({ where: { id: userId }, select: { emailProvedAt: true } });
  if (!user?.emailProvedAt) throw unprovedEmail();
}

/** Idempotent. False if it was proved already. */
export async function markEmailProved(db: PrismaTransaction, userId: string, now: Date): Promise<boolean> {
  const marked = await db.user.updateMany({ where: { id: userId, emailProvedAt: null }, data: { emailProvedAt: now } });
  return marked.count > 0;
}

/** Whether an owner may have typed another person's email. */
export async function hasUnprovedOwner(db: PrismaTransaction, tenantId: TenantId): Promise<boolean> {
  return (await db.role.count({ where: { tenantId, kind: "tenant_owner", user: { emailProvedAt: null } } })) > 0;
}

/** Per login, since anyone may have signed up with the address. */
const EMAILS_A_DAY = 5;
const DAY_S = 24 * 3_600;
/** Per login: a hundred million codes are not many for a machine. */
const MAX_WRONG = 10;
const WINDOW_SECONDS = 600;

/** Throws `daily_limit_reached` after five in a day. */
export async function requestEmailProof(caller: UserCaller): Promise<void> {
  const { userId, email, now } = caller;
  const asked = await consume(getLimiter("email-proof-emails", EMAILS_A_DAY, DAY_S), userId);
  if (asked.isOver) {
    const availableAt = new Date(now.getTime() + asked.msBeforeNext).toISOString();
    throw new DomainError("daily_limit_reached", "We’ve sent five codes today. Use the latest one, or try tomorrow.", {
      details: { limit: EMAILS_A_DAY, availableAt },
    });
  }
  const unproved = await getPrisma().user.count({ where: { id: userId, emailProvedAt: null, isShared: false } });
  if (unproved === 0) return;
  const message = newEmail(now, {
    recipient: email,
    subject: words`Confirm your email for Closed Loop`,
    paragraphs: [
      words`Enter this code on your account page to confirm that this email is yours: ${own(newEmailCode(caller, now))}`,
      words`It works until the end of tomorrow (UTC). If you didn’t sign up, ignore this email and give the code to no one.`,
    ],
  });
  await query(getPool(), insertEmail(message));
  wake("emails");
}

/**
 * Proves that the signed-in person reads the login's email. Needs the session too: a link alone, followed by the email's owner,
 * would prove it for a stranger who signed up with it. Throws `validation_error` on `code`, `rate_limit_exceeded`.
 */
export async function proveEmail(caller: UserCaller, input: { readonly code: string }): Promise<void> {
  const { userId, now } = caller;
  const limiter = guessLimiter("email-proof", MAX_WRONG, WINDOW_SECONDS);
  const attempt = await consume(limiter, userId);
  if (attempt.isOver) {
    throw new DomainError("rate_limit_exceeded", "Too many wrong codes. Try again in some minutes.", {
      retryAfterSeconds: Math.max(1, Math.ceil(attempt.msBeforeNext / 1000)),
    });
  }
  if (!isEmailCode(caller, input.code, now)) throw invalidField("code", "isn’t the one in our latest email");
  await limiter.reward(userId);
  await inPrismaTransaction(async (db) => {
    if (!(await markEmailProved(db, userId, now))) return;
    await recordAudit(db, caller, { action: "email.proved", subject: { kind: "user", id: userId } });
  });
}
