import { DomainError } from "@/server/domain/errors";
import { consume, getLimiter } from "@/server/platform/limiters";

/** Where the host does not tell addresses, all callers share one count: rather too few new logins than a flood. */
const UNKNOWN = "unknown";
const HOUR_S = 3_600;

const ENTRIES = {
  /** A sign-up makes a tenant, costs two bcrypts and tells whether an e-mail has a login. */
  "sign-up": { perAddress: 20, perEmail: null },
  forgot: { perAddress: 20, perEmail: 5 },
} as const;

/**
 * Counts what strangers may do, by their address and the e-mail they name, whether or not anybody has it. Throws
 * `rate_limit_exceeded`.
 */
export async function limitEntry(
  kind: keyof typeof ENTRIES,
  { address, email }: { readonly address: string | null; readonly email: string },
): Promise<void> {
  const { perAddress, perEmail } = ENTRIES[kind];
  const counted = [
    consume(getLimiter(`${kind}-address`, perAddress, HOUR_S), address ?? UNKNOWN),
    ...(perEmail ? [consume(getLimiter(`${kind}-email`, perEmail, HOUR_S), email.toLowerCase())] : []),
  ];
  const over = (await Promise.all(counted)).filter(({ isOver }) => isOver);
  if (over.length === 0) return;
  const seconds = Math.max(...over.map(({ msBeforeNext }) => Math.ceil(msBeforeNext / 1000)), 1);
  throw new DomainError("rate_limit_exceeded", `Too many tries. Try again in ${Math.ceil(seconds / 60)} min.`, {
    retryAfterSeconds: seconds,
  });
}
