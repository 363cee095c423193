import { randomInt } from "node:crypto";
import { CROCKFORD } from "@/server/contracts/crockford";
import {
  compareInTurn,
  digest,
  digestLike,
  digests,
  hashSecret,
  nameVersion,
  unnamed,
  versionOf,
} from "@/server/platform/crypto";

/** A tenant's code has a PIN beside it; a member's stands alone (contract 2.8). */
const CODE_LENGTHS = { tenant: 10, member: 8 } as const;
const PIN_LENGTH = 7;

function randomCrockford(length: number): string {
  return Array.from({ length }, () => CROCKFORD.charAt(randomInt(CROCKFORD.length))).join("");
}

export function newCode(origin: keyof typeof CODE_LENGTHS): string {
  return randomCrockford(CODE_LENGTHS[origin]);
}

export function newPin(): string {
  return randomCrockford(PIN_LENGTH);
}

/** The stored form of a code: an HMAC, so that the table can't be searched by trying codes. */
export function hashCode(code: string): string {
  return digest("payment-code", code);
}

/** Possible stored forms of a code, one for each of the server's keys. */
export function hashesOfCode(code: string): string[] {
  return digests("payment-code", code);
}

/**
 * Bcrypt, with the version of the server's key that peppers it: anyone who has the table but not the key cannot try the 35
 * bits of a PIN. `who` waits in a line of its own.
 */
export async function hashPin(pin: string, who: string): Promise<string> {
  const pepper = digest("payment-code-pin", pin);
  return nameVersion(versionOf(pepper), await hashSecret(unnamed(pepper), "pin", who));
}

let decoy: Promise<string> | undefined;

/**
 * `who` waits in a line of its own. Compares also where there is nothing to compare with, so that an unknown or ended
 * code takes as long as a good one.
 */
export async function checkPin(pin: string, pinHash: string | null, who: string): Promise<boolean> {
  decoy ??= hashPin(newPin(), "nobody");
  // Made again where there was no turn for it: what failed once must not fail for as long as the process lives.
  decoy.catch(() => {
    decoy = undefined;
  });
  const compared = pinHash ?? (await decoy);
  const pepper = digestLike(compared, "payment-code-pin", pin);
  const isRight = await compareInTurn("pins", who, unnamed(pepper ?? ""), unnamed(compared));
  return isRight && pepper !== null && pinHash !== null;
}
