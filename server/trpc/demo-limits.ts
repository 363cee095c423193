import { DomainError } from "@/server/domain/errors";
import { consume, consumeAddress, getAddressLimiter, getLimiter } from "@/server/platform/limiters";

const HOUR_S = 3_600;
/** Where the host knows no addresses, all visitors share one count. */
const UNKNOWN = "unknown";

/** What one visitor tries out in an hour, and an office behind one address. */
const PER_ADDRESS = { code: 60, charge: 120 } as const;
/** All visitors together: a flood of the sandbox from many addresses ends here, and costs as much as a second of a load test. */
const OVERALL = { code: 1_200, charge: 2_400 } as const;

/** Counts what strangers do in the demo, by their address and together. Throws `rate_limit_exceeded`. */
export async function limitDemo(act: keyof typeof PER_ADDRESS, address: string | null): Promise<void> {
  const limiter = getAddressLimiter(`demo-${act}-address`, PER_ADDRESS[act], HOUR_S);
  const own = await consumeAddress(limiter, address ?? UNKNOWN);
  // Who is over their own limit uses up nothing of everyone's.
  const counted = own.isOver ? own : await consume(getLimiter(`demo-${act}`, OVERALL[act], HOUR_S), "all");
  if (!counted.isOver) return;
  const seconds = Math.max(Math.ceil(counted.msBeforeNext / 1000), 1);
  const who = own.isOver ? "You’ve used the demo a lot." : "The demo is busy.";
  throw new DomainError("rate_limit_exceeded", `${who} Try again in ${Math.ceil(seconds / 60)} min, or run your own.`, {
    retryAfterSeconds: seconds,
  });
}
