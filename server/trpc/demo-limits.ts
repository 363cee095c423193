import { DomainError } from "@/server/domain/errors";
import { consume, consumeAddress, getAddressLimiter, getLimiter } from "@/server/platform/limiters";

const HOUR_S = 3_600;
const MINUTES_S = 300;
const UNKNOWN = "unknown";

/** Per hour and address: enough for one visitor, or an office behind one address. */
const PER_ADDRESS = { code: 60, charge: 120, move: 240 } as const;
/**
 * For all visitors together in five minutes. Stops a flood from many addresses at the cost of a second of a load test. The
 * short window means that later visitors wait only minutes.
 */
const OVERALL = { code: 100, charge: 200, move: 400 } as const;
/** Half of the overall limit is reserved for addresses with no more than this in five minutes: enough to see the demo once. */
const FIRST_TRIES = { code: 1, charge: 2, move: 4 } as const;
const FREE_FOR_ALL = 1 / 2;

type Act = keyof typeof PER_ADDRESS;

/**
 * Counts a visitor's own actions. Checked first, so that someone over their limit doesn't use up the overall one. Throws
 * `rate_limit_exceeded`.
 */
export async function limitDemoVisitor(act: Act, address: string | null): Promise<void> {
  const limiter = getAddressLimiter(`demo-${act}-address`, PER_ADDRESS[act], HOUR_S);
  refuseOver(await consumeAddress(limiter, address ?? UNKNOWN), "You’ve used the demo a lot.");
}

/**
 * Counts actions of all visitors together. Checked only once the demo would really act, so that refused actions aren't counted.
 * When little is left, it is reserved for those who have used the least, so that a few greedy addresses can't take it all.
 * Throws `rate_limit_exceeded`.
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
