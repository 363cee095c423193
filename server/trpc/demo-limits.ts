import { DomainError } from "@/server/domain/errors";
import { consume, consumeAddress, getAddressLimiter, getLimiter } from "@/server/platform/limiters";

const HOUR_S = 3_600;
/** Where the host knows no addresses, all visitors share one count. */
const UNKNOWN = "unknown";

/** What one visitor tries out in an hour, and an office behind one address. */
const PER_ADDRESS = { code: 60, charge: 120, move: 240 } as const;
/** All visitors together: a flood of the sandbox from many addresses ends here, and costs as much as a second of a load test. */
const OVERALL = { code: 1_200, charge: 2_400, move: 4_800 } as const;

type Act = keyof typeof PER_ADDRESS;

/**
 * Counts what one visitor does in the demo. Comes first: who is over their own limit uses up nothing of everyone's.
 * Throws `rate_limit_exceeded`.
 */
export async function limitDemoVisitor(act: Act, address: string | null): Promise<void> {
  const limiter = getAddressLimiter(`demo-${act}-address`, PER_ADDRESS[act], HOUR_S);
  refuseOver(await consumeAddress(limiter, address ?? UNKNOWN), "You’ve used the demo a lot.");
}

/**
 * Counts what all visitors do in the demo together: only what the demo would really do, so that what it refuses anyway
 * uses up nothing of everyone's. Throws `rate_limit_exceeded`.
 */
export async function limitDemoOverall(act: Act): Promise<void> {
  refuseOver(await consume(getLimiter(`demo-${act}`, OVERALL[act], HOUR_S), "all"), "The demo is busy.");
}

function refuseOver({ isOver, msBeforeNext }: Awaited<ReturnType<typeof consume>>, why: string): void {
  if (!isOver) return;
  const seconds = Math.max(Math.ceil(msBeforeNext / 1000), 1);
  throw new DomainError("rate_limit_exceeded", `${why} Try again in ${Math.ceil(seconds / 60)} min, or run your own.`, {
    retryAfterSeconds: seconds,
  });
}
