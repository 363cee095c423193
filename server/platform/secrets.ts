import bcrypt from "bcrypt";
import { LRUCache } from "lru-cache";
import { sha256Hex } from "./crypto";
import { getEnv } from "./env";
import { processSingleton } from "./singleton";
import { UnavailableError } from "./unavailable";

/** Password guesses are cheap to try and slow to check; machine-made keys have entropy of their own. */
const COSTS = { password: 12, key: 10, pin: 8 } as const;
const MAX_RUNNING = 2;
/** Checks of one caller that wait, and callers that have one waiting. */
const MAX_WAITING = 64;
const MAX_CALLERS = 256;

export async function hashSecret(secret: string, kind: keyof typeof COSTS): Promise<string> {
  // bcrypt ignores what is beyond 72 bytes: two secrets that differ only there would be one.
  if (Buffer.byteLength(secret) > 72) throw new RangeError("a secret may have at most 72 bytes");
  return bcrypt.hash(secret, Math.min(COSTS[kind], getEnv().BCRYPT_MAX_COST));
}

const verified = processSingleton("verified-secrets", () => new LRUCache<string, true>({ max: 10_000 }));
/** Who waits for bcrypt. PINs have a line of their own: however many are tried, credentials are still checked. */
type Line = "credentials" | "pins";

interface Queue {
  active: number;
  /** By caller, in the order in which they get their next turn. */
  readonly waiting: Map<string, (() => void)[]>;
}

const queues = processSingleton<Readonly<Record<Line, Queue>>>("bcrypt-queues", () => ({
  credentials: { active: 0, waiting: new Map() },
  pins: { active: 0, waiting: new Map() },
}));
const checks = processSingleton("bcrypt-checks", () => new Map<string, Promise<boolean>>());

async function takeTurn(queue: Queue, who: string): Promise<void> {
  if (queue.active < MAX_RUNNING) {
    queue.active += 1;
    return;
  }
  const own = queue.waiting.get(who) ?? [];
  if (own.length >= MAX_WAITING || queue.waiting.size >= MAX_CALLERS) {
    throw new UnavailableError("too many secrets are being checked");
  }
  await new Promise<void>((resolve) => {
    own.push(resolve);
    queue.waiting.set(who, own);
  });
}

/** Callers take turns: whoever floods the line waits for his own, the others for one check of his at most. */
function endTurn(queue: Queue): void {
  const [first] = queue.waiting;
  if (!first) {
    queue.active -= 1;
    return;
  }
  const [who, own] = first;
  const next = own.shift();
  queue.waiting.delete(who);
  if (own.length > 0) queue.waiting.set(who, own);
  next?.();
}

/** One bcrypt check, at most two at a time in each line. Throws UnavailableError when the caller's line is full. */
export async function compareInTurn(line: Line, who: string, secret: string, hash: string): Promise<boolean> {
  const queue = queues[line];
  await takeTurn(queue, who);
  try {
    return await bcrypt.compare(secret, hash);
  } finally {
    endTurn(queue);
  }
}

/** What names one check: a changed hash is a new name, so a rotated secret is never remembered. */
function memoryKey(keyId: string, hash: string, secret: string): string {
  return `${keyId}:${hash}:${sha256Hex(secret)}`;
}

/** True when this very secret was verified against this very hash before, in this process. Costs no bcrypt. */
export function isVerifiedSecret(keyId: string, hash: string, secret: string): boolean {
  return verified.has(memoryKey(keyId, hash, secret));
}

/**
 * Checks with bcrypt, at most two at a time and once for callers that ask the same: `around` wraps that one check.
 * Remembers success only. Throws UnavailableError when the queue is full.
 */
export async function verifySecret(
  keyId: string,
  hash: string,
  secret: string,
  around: (compare: () => Promise<boolean>) => Promise<boolean>,
): Promise<boolean> {
  const name = memoryKey(keyId, hash, secret);
  const underWay = checks.get(name);
  if (underWay) return underWay;
  const check = around(() => compareInTurn("credentials", keyId, secret, hash));
  checks.set(name, check);
  try {
    const isRight = await check;
    if (isRight) verified.set(name, true);
    return isRight;
  } finally {
    checks.delete(name);
  }
}
