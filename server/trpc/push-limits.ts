import { DomainError } from "@/server/domain/errors";
import { consume, getLimiter } from "@/server/platform/limiters";

const TESTS_A_MINUTE = 3;
const MINUTE_S = 60;

/**
 * Counts test notifications per login, not device: devices can be re-registered at will, and each test goes to a URL that a
 * browser named. Throws `rate_limit_exceeded`.
 */
export async function limitPushTests(userId: string): Promise<void> {
  const { isOver, msBeforeNext } = await consume(getLimiter("push-tests", TESTS_A_MINUTE, MINUTE_S), userId);
  if (!isOver) return;
  throw new DomainError("rate_limit_exceeded", "Wait a minute before you send another one.", {
    retryAfterSeconds: Math.max(1, Math.ceil(msBeforeNext / 1_000)),
  });
}
