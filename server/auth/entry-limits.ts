import { DomainError } from "@/server/domain/errors";
import { consume, consumeAddress, getAddressLimiter, getLimiter } from "@/server/platform/limiters";

/** Where the host knows no addresses, all callers share one count: better too few new logins than a flood. */
const UNKNOWN = "unknown";
const HOUR_S = 3_600;

/** A sign-up makes a tenant, costs two bcrypts, and reveals whether an email has a login; a forgotten password is an email. */
const PER_ADDRESS = { "sign-up": 20, forgot: 20 } as const;
const LINKS_PER_EMAIL = 5;

/** Counts what strangers may do, by their address. Throws `rate_limit_exceeded`. */
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
 * Whether one more email may be requested, of an email that someone has or no one. To be left out without a word: who
 * is refused may not be who asked before, and has the links of those requests in the inbox.
 */
export async function mayEmail(email: string): Promise<boolean> {
  return !(await consume(getLimiter("forgot-email", LINKS_PER_EMAIL, HOUR_S), email.toLowerCase())).isOver;
}
