import { DomainError } from "@/server/domain/errors";
import { networkPath } from "@/server/platform/connection";
import { consume, consumeAddress, getAddressLimiter, getLimiter } from "@/server/platform/limiters";
import { processSingleton } from "@/server/platform/singleton";

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

/** Streams of live pages, and files under way, at once in one process. `network` is for all logins there. */
const MOST_OPEN = {
  stream: { login: 24, network: 500, process: 4_000 },
  file: { login: 6, network: 60, process: 400 },
} as const;

interface Login {
  readonly userId: string;
  /** Publicly known, so it counts as one login for each network. */
  readonly isShared: boolean;
}

/** Counts an answer that stays open. Returns what counts it as closed, however often it is called; null beyond a limit. */
export function openAnswer(kind: keyof typeof MOST_OPEN, login: Login, address: string | null): (() => void) | null {
  const open = processSingleton("open-answers", () => new Map<string, number>());
  const limits = limitsOf(kind, login, address);
  if ([...limits].some(([name, most]) => (open.get(name) ?? 0) >= most)) return null;
  for (const name of limits.keys()) open.set(name, (open.get(name) ?? 0) + 1);
  let isOpen = true;
  return () => {
    if (!isOpen) return;
    isOpen = false;
    for (const name of limits.keys()) {
      const left = (open.get(name) ?? 1) - 1;
      if (left > 0) open.set(name, left);
      else open.delete(name);
    }
  };
}

/** As for rates, a /56 may have twice as much as one subscriber's network, and a /48 four times. */
function limitsOf(
  kind: keyof typeof MOST_OPEN,
  { userId, isShared }: Login,
  address: string | null,
): ReadonlyMap<string, number> {
  const { login, network, process } = MOST_OPEN[kind];
  const limits = new Map<string, number>([[kind, process]]);
  if (!isShared || address === null) limits.set(`${kind} ${userId}`, login);
  for (const [i, name] of (address === null ? [] : networkPath(address)).entries()) {
    const factor = 2 ** (2 - i);
    limits.set(`${kind} ${i} ${name}`, network * factor);
    if (isShared) limits.set(`${kind} ${i} ${name} ${userId}`, login * factor);
  }
  return limits;
}
