import { foldCode } from "@/server/contracts/crockford";
import { getPrisma } from "@/server/db/prisma";
import { consume, getLimiter } from "@/server/platform/limiters";
import { DomainError } from "../../errors";
import { spendRecoveryCode } from "./recovery-codes";
import { stepOfCode } from "./totp";

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
  const limiter = getLimiter("second-factor", MAX_WRONG, WINDOW_SECONDS);
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
