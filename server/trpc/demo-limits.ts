import { DomainError } from "@/server/domain/errors";
import { consume, consumeAddress, getAddressLimiter, getLimiter } from "@/server/platform/limiters";

const HOUR_S = 3_600;
const MINUTES_S = 300;
/** Where the host knows no addresses, all visitors share one count. */
const UNKNOWN = "unknown";

/** What one visitor tries out in an hour, and an office behind one address. */
const PER_ADDRESS = { code: 60, charge: 120, move: 240 } as const;
/**
 * All visitors together in five minutes: a flood of the sandbox from many addresses ends here, and costs as much as a second
 * of a load test. So short, that whoever comes after one waits for minutes.
 */
const OVERALL = { code: 100, charge: 200, move: 400 } as const;
/** Half of it is for who has had no more than this in five minutes: enough to see the demo once. */
const FIRST_TRIES = { code: 1, charge: 2, move: 4 } as const;
const FREE_FOR_ALL = 1 / 2;

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
 * uses up nothing of everyone's. Where little is left, it is for those who have had least: a few addresses that take all they
 * can leave the others theirs. Throws `rate_limit_exceeded`.
 */
export async function limitDemoOverall(act: Act, address: string | null): Promise<void> {
  const tries = getAddressLimiter(`demo-${act}-tries`, FIRST_TRIES[act], MINUTES_S);
  const own = await consumeAddress(tries, address ?? UNKNOWN);
  const limiter = getLimiter(`demo-${act}`, OVERALL[act], MINUTES_S);
  const all = await consume(limiter, "all");
  const isScarce = all.consumedPoints > OVERALL[act] * FREE_FOR_ALL;
  if (!all.isOver && own.isOver && isScarce) {
    await limiter.reward("all");
    refuse("The demo is busy.", all.msBeforeNext);
  }
  refuseOver(all, "The demo is busy.");
}

function refuseOver({ isOver, msBeforeNext }: Awaited<ReturnType<typeof consume>>, why: string): void {
  if (isOver) refuse(why, msBeforeNext);
}

function refuse(why: string, msBeforeNext: number): never {
  const seconds = Math.max(Math.ceil(msBeforeNext / 1000), 1);
  throw new DomainError("rate_limit_exceeded", `${why} Try again in ${Math.ceil(seconds / 60)} min, or run your own.`, {
    retryAfterSeconds: seconds,
  });
}
