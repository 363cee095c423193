import bcrypt from "bcrypt";
import { LRUCache } from "lru-cache";
import { sha256Hex } from "./crypto";
import { getEnv } from "./env";
import { processSingleton } from "./singleton";
import { UnavailableError } from "./unavailable";

/** Password guesses are cheap to try and slow to check; machine-made keys have entropy of their own. */
const COSTS = { password: 12, key: 10, pin: 8 } as const;
const MAX_RUNNING = 2;
const MAX_WAITING = 64;

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
  readonly waiting: (() => void)[];
}

const queues = processSingleton<Readonly<Record<Line, Queue>>>("bcrypt-queues", () => ({
  credentials: { active: 0, waiting: [] },
  pins: { active: 0, waiting: [] },
}));
const checks = processSingleton("bcrypt-checks", () => new Map<string, Promise<boolean>>());

async function takeTurn(queue: Queue): Promise<void> {
  if (queue.active < MAX_RUNNING) {
    queue.active += 1;
    return;
  }
  if (queue.waiting.length >= MAX_WAITING) throw new UnavailableError("too many secrets are being checked");
  await new Promise<void>((resolve) => queue.waiting.push(resolve));
}

function endTurn(queue: Queue): void {
  const next = queue.waiting.shift();
  if (next) next();
  else queue.active -= 1;
}

/** One bcrypt check, at most two at a time in each line. Throws UnavailableError when the line is full. */
export async function compareInTurn(line: Line, secret: string, hash: string): Promise<boolean> {
  const queue = queues[line];
  await takeTurn(queue);
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
  const check = around(() => compareInTurn("credentials", secret, hash));
  checks.set(name, check);
  try {
    const isRight = await check;
    if (isRight) verified.set(name, true);
    return isRight;
  } finally {
    checks.delete(name);
  }
}
