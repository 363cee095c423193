import { DomainError } from "@/server/domain/errors";
import { consume, consumeAddress, getAddressLimiter, getLimiter } from "@/server/platform/limiters";

/** If addresses are unknown, all callers share one count: better too few sign-ups than a flood. */
const UNKNOWN = "unknown";
const HOUR_S = 3_600;

/**
 * Per hour. A sign-up creates a tenant, costs two bcrypt hashes, and reveals whether an email has a login; a forgotten password
 * sends an email.
 */
const PER_ADDRESS = { "sign-up": 20, forgot: 20 } as const;
const LINKS_PER_EMAIL = 5;

/** Counts actions of strangers by address. Throws `rate_limit_exceeded`. */
export async function limitEntry(kind: keyof typeof PER_ADDRESS, address: string | null): Promise<void> {
  const limiter = getAddressLimiter(`${kind}-address`, PER_ADDRESS[kind], HOUR_S);
  const { isOver, msBeforeNext } = await consumeAddress(limiter, address ?? UNKNOWN);
  if (!isOver) return;
  const seconds = Math.max(Math.ceil(msBeforeNext / 1000), 1);
  throw new DomainError("rate_limit_exceeded", `Too many attempts. Try again in ${Math.ceil(seconds / 60)} min.`, {
    retryAfterSeconds: seconds,
  });
}

/**
 * Whether another email may be sent to this address, known or not. Skip it silently: the refused caller may not be the one who
 * asked before, and those emails are already in the inbox.
 */
export async function mayEmail(email: string): Promise<boolean> {
  return !(await consume(getLimiter("forgot-email", LINKS_PER_EMAIL, HOUR_S), email.toLowerCase())).isOver;
}
