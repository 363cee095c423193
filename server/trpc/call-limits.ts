import { DomainError } from "@/server/domain/errors";
import { consume, consumeAddress, getAddressLimiter, getLimiter } from "@/server/platform/limiters";

/**
 * Procedures per minute. A page calls about five, again at each announced change, and an office behind one address has many
 * pages open. More than this is no person.
 */
const PER_MINUTE = { session: 1_200, address: 6_000 } as const;
const MINUTE_S = 60;

/** Counts a procedure before it runs. Throws `rate_limit_exceeded`. */
export async function limitCalls(by: keyof typeof PER_MINUTE, name: string): Promise<void> {
  const { isOver, msBeforeNext } = await take(by, name);
  if (!isOver) return;
  throw new DomainError("rate_limit_exceeded", "Too many requests. Try again in a moment.", {
    retryAfterSeconds: Math.max(1, Math.ceil(msBeforeNext / 1000)),
  });
}

function take(by: keyof typeof PER_MINUTE, name: string): ReturnType<typeof consume> {
  const limit = [`portal-${by}`, PER_MINUTE[by], MINUTE_S] as const;
  return by === "address" ? consumeAddress(getAddressLimiter(...limit), name) : consume(getLimiter(...limit), name);
}
