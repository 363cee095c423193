import { createCipheriv } from "node:crypto";
import { lastingVersion, requireKey } from "@/server/platform/key-ring";
import { processSingleton } from "@/server/platform/singleton";

/** 3,163 × 3,163 is the smallest square above 10,000,000, so walking the cycle takes one step almost always. */
const SIDE = 3_163;
const NUMBERS = 10_000_000;
const ROUNDS = 6;

/** By version of the server's key: what each round adds for each half. */
const roundTables = () => processSingleton("authorization-number-rounds", () => new Map<number, readonly number[][]>());

/** A fixed stream of numbers under the oldest key that is known: a new key must not draw numbers again. */
function rounds(): readonly number[][] {
  const version = lastingVersion("authorization-number");
  const tables = roundTables();
  const known = tables.get(version);
  if (known) return known;
  const cipher = createCipheriv("aes-256-ctr", requireKey("authorization-number", version), Buffer.alloc(16));
  const stream = cipher.update(Buffer.alloc(ROUNDS * SIDE * 4));
  const made = Array.from({ length: ROUNDS }, (_, round) =>
    Array.from({ length: SIDE }, (_, i) => stream.readUInt32BE((round * SIDE + i) * 4) % SIDE),
  );
  tables.set(version, made);
  return made;
}

function permuteSquare(value: number): number {
  let left = Math.floor(value / SIDE);
  let right = value % SIDE;
  for (const table of rounds()) [left, right] = [right, (left + (table[right] ?? 0)) % SIDE];
  return left * SIDE + right;
}

/**
 * The 7 digits people read, from a draw of the database's sequence: a Feistel permutation under the server's key, so
 * that neighbors reveal nothing about volume and no number returns before ten million.
 */
export function authorizationNumber(drawn: bigint): string {
  let value = Number(drawn % BigInt(NUMBERS));
  do value = permuteSquare(value);
  while (value >= NUMBERS);
  return value.toString().padStart(7, "0");
}
