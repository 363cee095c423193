import bcrypt from "bcrypt";
import { LRUCache } from "lru-cache";
import { sha256Hex } from "./crypto";
import { getEnv } from "./env";
import { processSingleton } from "./singleton";
import { UnavailableError } from "./unavailable";

/** Password guesses are cheap to try and slow to check; machine-made keys have entropy of their own. */
const COSTS = { password: 12, key: 10 } as const;
const MAX_RUNNING = 2;
const MAX_WAITING = 64;

export async function hashSecret(secret: string, kind: keyof typeof COSTS): Promise<string> {
  // bcrypt ignores what is beyond 72 bytes: two secrets that differ only there would be one.
  if (Buffer.byteLength(secret) > 72) throw new RangeError("a secret may have at most 72 bytes");
  return bcrypt.hash(secret, Math.min(COSTS[kind], getEnv().BCRYPT_MAX_COST));
}

const verified = processSingleton("verified-secrets", () => new LRUCache<string, true>({ max: 10_000 }));
const running = processSingleton("bcrypt-queue", () => ({
  active: 0,
  waiting: [] as (() => void)[],
  checks: new Map<string, Promise<boolean>>(),
}));

async function takeTurn(): Promise<void> {
  if (running.active < MAX_RUNNING) {
    running.active += 1;
    return;
  }
  if (running.waiting.length >= MAX_WAITING) throw new UnavailableError("too many secrets are being checked");
  await new Promise<void>((resolve) => running.waiting.push(resolve));
}

function endTurn(): void {
  const next = running.waiting.shift();
  if (next) next();
  else running.active -= 1;
}

async function compareInTurn(secret: string, hash: string): Promise<boolean> {
  await takeTurn();
  try {
    return await bcrypt.compare(secret, hash);
  } finally {
    endTurn();
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
  const underWay = running.checks.get(name);
  if (underWay) return underWay;
  const check = around(() => compareInTurn(secret, hash));
  running.checks.set(name, check);
  try {
    const isRight = await check;
    if (isRight) verified.set(name, true);
    return isRight;
  } finally {
    running.checks.delete(name);
  }
}
