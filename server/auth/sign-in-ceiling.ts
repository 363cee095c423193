import { guessLimiter } from "@/server/domain/guesses";
import { noticeGuesses } from "@/server/domain/users";
import { now } from "@/server/platform/clock";
import { consume } from "@/server/platform/limiters";
import { forgiveUnlessWrong, tooManyPasswords } from "./sign-in-limits";

/** Wrong passwords per email and hour, from browsers that haven't signed in before. A single address can't reach this. */
const PER_EMAIL = 100;
const WINDOW_SECONDS = 3_600;

const tries = () => guessLimiter("sign-in-ceiling", PER_EMAIL, WINDOW_SECONDS);

/**
 * Runs a password check for an email that passed the limits by address, so that an attacker with thousands of addresses still
 * has a ceiling. The last allowed try notifies the owner in parallel with the comparison, so that it takes no longer. Unknown
 * emails are counted alike. Throws `rate_limit_exceeded` without checking; resetting the password is the way back in.
 */
export async function limitStrangers<Found>(
  { email, address }: { readonly email: string; readonly address: string | null },
  check: () => Promise<Found | null>,
): Promise<Found | null> {
  const counted = await consume(tries(), email);
  if (counted.isOver) throw tooManyPasswords(counted.msBeforeNext);
  const seen = await countAddresses(email, address);
  return forgiveUnlessWrong(
    async () => {
      const isLast = counted.remainingPoints === 0;
      const guesses = { email, tries: counted.consumedPoints, addresses: seen.count };
      const [found] = await Promise.all([check(), isLast && noticeGuesses({ now: now() }, guesses)]);
      return found;
    },
    () => Promise.all([tries().reward(email), seen.forget()]),
  );
}

async function countAddresses(email: string, address: string | null) {
  const addresses = guessLimiter("sign-in-ceiling-addresses", PER_EMAIL, WINDOW_SECONDS);
  const ofPair = guessLimiter("sign-in-ceiling-pairs", PER_EMAIL, WINDOW_SECONDS);
  const pair = `${email} ${address}`;
  const isNew = (await consume(ofPair, pair)).consumedPoints === 1;
  const count = isNew ? (await consume(addresses, email)).consumedPoints : (await addresses.get(email))?.consumedPoints;
  const forget = async () => isNew && Promise.all([ofPair.delete(pair), addresses.reward(email)]);
  return { count: count ?? 1, forget };
}
