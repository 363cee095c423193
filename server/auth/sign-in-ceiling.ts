import { noticeGuesses } from "@/server/domain/users";
import { now } from "@/server/platform/clock";
import { consume, getLimiter } from "@/server/platform/limiters";
import { forgiveUnlessWrong, tooManyPasswords } from "./sign-in-limits";

/** Wrong passwords for one email in an hour, in browsers that were not in before. One address alone can't make them. */
const PER_EMAIL = 100;
const WINDOW_SECONDS = 3_600;

const tries = () => getLimiter("sign-in-ceiling", PER_EMAIL, WINDOW_SECONDS);

/**
 * Runs a check of a password for an email that any limit by address lets through: who has ten thousand addresses has one
 * ceiling. Its last try tells the owner, while the password is compared: no answer takes longer for it. An email that no
 * one has is counted like others. Throws `rate_limit_exceeded` without running it; a new password is the way back in.
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

/** From how many addresses an email was tried in the hour. */
async function countAddresses(email: string, address: string | null) {
  const addresses = getLimiter("sign-in-ceiling-addresses", PER_EMAIL, WINDOW_SECONDS);
  const ofPair = getLimiter("sign-in-ceiling-pairs", PER_EMAIL, WINDOW_SECONDS);
  const pair = `${email} ${address}`;
  const isNew = (await consume(ofPair, pair)).consumedPoints === 1;
  const count = isNew ? (await consume(addresses, email)).consumedPoints : (await addresses.get(email))?.consumedPoints;
  const forget = async () => isNew && Promise.all([ofPair.delete(pair), addresses.reward(email)]);
  return { count: count ?? 1, forget };
}
