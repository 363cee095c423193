import { createCipheriv } from "node:crypto";
import { deriveKey } from "@/server/platform/crypto";
import { processSingleton } from "@/server/platform/singleton";

/** 3,163 × 3,163 is the smallest square above 10,000,000, so walking the cycle takes one step almost always. */
const SIDE = 3_163;
const NUMBERS = 10_000_000;
const ROUNDS = 6;

/** A fixed stream of numbers under the server's key: what each round adds for each half. */
const rounds = processSingleton("authorization-number-rounds", () => {
  const tables: number[][] = [];
  return () => {
    if (tables.length > 0) return tables;
    const cipher = createCipheriv("aes-256-ctr", deriveKey("authorization-number"), Buffer.alloc(16));
    const stream = cipher.update(Buffer.alloc(ROUNDS * SIDE * 4));
    for (let round = 0; round < ROUNDS; round += 1) {
      tables.push(Array.from({ length: SIDE }, (_, i) => stream.readUInt32BE((round * SIDE + i) * 4) % SIDE));
    }
    return tables;
  };
});

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
