import { type RateLimiterAbstract, RateLimiterPostgres } from "rate-limiter-flexible";
import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import { lastingDigest } from "@/server/platform/crypto";
import { type AddressLimiter, getAddressLimiter, getLimiter } from "@/server/platform/limiters";

interface Query {
  readonly text: string;
  readonly values: readonly unknown[];
}

/**
 * Sends the limiter's queries without their names, which a pooler in transaction mode doesn't keep. The key holds an email
 * or an address, so only its digest is stored.
 */
const STORE = {
  query: ({ text, values: [key, ...others] }: Query) =>
    getPool().query(text, [lastingDigest("guess", String(key)), ...others]),
};

/**
 * A limiter for guesses at passwords and codes: `points` per `duration` seconds. Its counts outlive every process: they are in
 * Redis if configured, otherwise in PostgreSQL, and in memory only while that doesn't answer.
 */
export function guessLimiter(name: string, points: number, duration: number): RateLimiterAbstract {
  const inDatabase = { storeClient: STORE, storeType: "client", tableName: "guess_counts", tableCreated: true };
  return getLimiter(
    name,
    points,
    duration,
    (limit) => new RateLimiterPostgres({ ...limit, ...inDatabase, clearExpiredByTimeout: false }),
  );
}

/** The same for guesses from one address, and from the networks around it. */
export function addressGuessLimiter(name: string, points: number, duration: number): AddressLimiter {
  return getAddressLimiter(name, points, duration, guessLimiter);
}

/** Deletes counts whose window is over, and returns how many. Safe to run at any time and concurrently. */
export async function forgetGuesses(now: Date): Promise<number> {
  return (await query(getPool(), sql`DELETE FROM guess_counts WHERE expire < ${now.getTime()} RETURNING key`)).length;
}
