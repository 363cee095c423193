import { DomainError } from "@/server/domain/errors";
import { addressGuessLimiter, guessLimiter } from "@/server/domain/guesses";
import { countAttempt, forgiveAttempt, type Suspect } from "@/server/platform/attempts";

/** Wrong passwords per ten minutes: from one address, and for one email from anywhere. */
const PER_ADDRESS = 30;
const PER_EMAIL = 10;
const WINDOW_SECONDS = 600;

const failures = () => ({
  ofAddress: addressGuessLimiter("sign-in-address", PER_ADDRESS, WINDOW_SECONDS),
  ofName: guessLimiter("sign-in-email", PER_EMAIL, WINDOW_SECONDS),
});

/**
 * Runs a password check, counted as a failure unless it succeeds. Unknown emails are counted alike, so that throttling reveals
 * nothing. Throws `rate_limit_exceeded` without checking.
 */
export async function limitGuessing<Found>(
  suspect: Suspect,
  check: () => Promise<Found | null>,
): Promise<Found | null> {
  const waitMs = await countAttempt(failures(), suspect);
  if (waitMs !== null) throw tooManyPasswords(waitMs);
  return forgiveUnlessWrong(check, () => forgiveAttempt(failures(), suspect));
}

export function tooManyPasswords(waitMs: number): DomainError {
  const minutes = Math.max(1, Math.ceil(waitMs / 60_000));
  return new DomainError("rate_limit_exceeded", `Too many wrong passwords. Try again in ${minutes} min.`, {
    retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)),
  });
}

/** Takes the count back if the attempt succeeded or couldn't be made. */
export async function forgiveUnlessWrong<Found>(
  check: () => Promise<Found | null>,
  forgive: () => Promise<unknown>,
): Promise<Found | null> {
  let isWrong = false;
  try {
    const found = await check();
    isWrong = found === null;
    return found;
  } finally {
    if (!isWrong) await forgive();
  }
}

/** Resets a known browser's failures after its owner has set a new password there. */
export async function forgetFailures(browser: string): Promise<void> {
  await failures().ofName.delete(browser);
}

/**
 * Runs work that starts by checking the session's password, and throttles wrong ones per user. `field` is the field whose error
 * means that the password was wrong.
 */
export async function limitPasswordProof<Found>(
  userId: string,
  field: string,
  work: () => Promise<Found>,
): Promise<Found> {
  let refusal: unknown = null;
  const done = await limitGuessing({ address: null, name: `password:${userId}` }, async () => {
    try {
      return { found: await work() };
    } catch (error) {
      if (!(error instanceof DomainError && error.field === field)) throw error;
      refusal = error;
      return null;
    }
  });
  if (!done) throw refusal;
  return done.found;
}
