import { randomInt } from "node:crypto";
import { Secret, TOTP } from "otpauth";
import { foldCode } from "@/server/contracts/crockford";
import { getPrisma, type PrismaTransaction } from "@/server/db/prisma";
import { decryptText, digest, digests, encryptText } from "@/server/platform/crypto";
import { newRecordId } from "@/server/platform/ids";
import { consume } from "@/server/platform/limiters";
import { DomainError } from "../../errors";
import { guessLimiter } from "../../guesses";

const ISSUER = "Closed Loop";
const TOTP_SECRET_BYTES = 20;
const PERIOD_S = 30;
/** Tolerates phone clocks that are off by one step. */
const STEPS_OFF = 1;

export interface TotpSetup {
  readonly secret: string;
  readonly uri: string;
  readonly sealed: string;
}

export function newTotp(email: string): TotpSetup {
  const secret = new Secret({ size: TOTP_SECRET_BYTES });
  const totp = new TOTP({ issuer: ISSUER, label: email, secret, period: PERIOD_S });
  return { secret: secret.base32, uri: totp.toString(), sealed: encryptText("second-factor", secret.base32) };
}

/** The 30-second step near `now` that the code belongs to; null if none. */
export function stepOfCode(sealed: string, code: string, now: Date): bigint | null {
  const totp = new TOTP({ secret: Secret.fromBase32(decryptText("second-factor", sealed)), period: PERIOD_S });
  const timestamp = now.getTime();
  const delta = totp.validate({ token: code, window: STEPS_OFF, timestamp });
  return delta === null ? null : BigInt(TOTP.counter({ period: PERIOD_S, timestamp }) + delta);
}

/** Without I, L, O, and U, which are easily misread. */
const RECOVERY_ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";
const RECOVERY_LENGTH = 10;
const RECOVERY_GROUP = 5;
const RECOVERY_CODES = 10;

function newRecoveryCode(): string {
  const letters = Array.from({ length: RECOVERY_LENGTH }, () =>
    RECOVERY_ALPHABET.charAt(randomInt(RECOVERY_ALPHABET.length)),
  ).join("");
  return `${letters.slice(0, RECOVERY_GROUP)}-${letters.slice(RECOVERY_GROUP)}`;
}

function normalizeRecoveryCode(code: string): string {
  return foldCode(code)
    .toLowerCase()
    .replace(/[^0-9a-z]/g, "")
    .replace(/[il]/g, "1")
    .replace(/o/g, "0");
}

/** Replaces all. Returned only now; `db` must be a transaction's. */
export async function replaceRecoveryCodes(db: PrismaTransaction, userId: string, now: Date): Promise<string[]> {
  const codes = new Set<string>();
  while (codes.size < RECOVERY_CODES) codes.add(newRecoveryCode());
  await db.recoveryCode.deleteMany({ where: { userId } });
  await db.recoveryCode.createMany({
    data: [...codes].map((code) => ({
      id: newRecordId(now),
      userId,
      codeHash: digest("recovery-code", userId, ":", normalizeRecoveryCode(code)),
    })),
  });
  return [...codes];
}

/** Only one of concurrent uses of a code succeeds. */
async function spendRecoveryCode(userId: string, code: string, now: Date): Promise<boolean> {
  const codeHash = { in: digests("recovery-code", userId, ":", normalizeRecoveryCode(code)) };
  const used = await getPrisma().recoveryCode.updateMany({
    where: { userId, codeHash, usedAt: null, user: { totpConfirmedAt: { not: null } } },
    data: { usedAt: now },
  });
  return used.count > 0;
}

/** Per login and ten minutes, from anywhere: a million codes are not many. */
const MAX_WRONG = 10;
const WINDOW_SECONDS = 600;

const TOTP_CODE = /^\d{6}$/;

/** Uses the code up: of concurrent requests with the same code, one gets true. Throws `rate_limit_exceeded`. */
export async function proveSecondFactor(input: {
  readonly userId: string;
  readonly code: string;
  readonly now: Date;
}): Promise<boolean> {
  const { userId, now } = input;
  const code = foldCode(input.code);
  const limiter = guessLimiter("second-factor", MAX_WRONG, WINDOW_SECONDS);
  // Counted before checking, so that parallel guesses can't slip through.
  const attempt = await consume(limiter, userId);
  if (attempt.isOver) {
    const retryAfterSeconds = Math.max(1, Math.ceil(attempt.msBeforeNext / 1000));
    const minutes = Math.ceil(retryAfterSeconds / 60);
    throw new DomainError("rate_limit_exceeded", `Too many wrong codes. Try again in ${minutes} min.`, {
      retryAfterSeconds,
    });
  }
  const isRight = TOTP_CODE.test(code)
    ? await spendTotpCode(userId, code, now)
    : await spendRecoveryCode(userId, code, now);
  if (isRight) await limiter.reward(userId);
  return isRight;
}

async function spendTotpCode(userId: string, code: string, now: Date): Promise<boolean> {
  const db = getPrisma();
  const login = await db.user.findFirst({ where: { id: userId, totpConfirmedAt: { not: null } } });
  const step = login?.sealedTotpSecret ? stepOfCode(login.sealedTotpSecret, code, now) : null;
  if (!login || step === null) return false;
  const isNewer = { OR: [{ totpLastStep: null }, { totpLastStep: { lt: step } }] };
  const used = await db.user.updateMany({
    where: { id: userId, totpConfirmedAt: login.totpConfirmedAt, ...isNewer },
    data: { totpLastStep: step },
  });
  return used.count > 0;
}
