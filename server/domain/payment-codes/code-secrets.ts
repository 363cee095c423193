import { randomInt } from "node:crypto";
import { CROCKFORD } from "@/server/contracts/crockford";
import { deriveKey, hmacSha256Hex } from "@/server/platform/crypto";
import { compareInTurn, hashSecret } from "@/server/platform/secrets";

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

/** What stands for a code in the database. Keyed, so that the table cannot be searched by trying codes. */
export function hashCode(code: string): string {
  return hmacSha256Hex(deriveKey("payment-code"), code);
}

/** Peppered: anyone who has the table but not the server's key cannot try the 35 bits of a PIN. */
function pepper(pin: string): string {
  return hmacSha256Hex(deriveKey("payment-code-pin"), pin);
}

/** `who` waits in a line of its own. */
export async function hashPin(pin: string, who: string): Promise<string> {
  return hashSecret(pepper(pin), "pin", who);
}

let decoy: Promise<string> | undefined;

/** `who` waits in a line of its own. Compares also where there is nothing to compare with, so that an unknown or ended code takes as long as a good one. */
export async function checkPin(pin: string, pinHash: string | null, who: string): Promise<boolean> {
  decoy ??= hashPin(newPin(), "nobody");
  // Made again where there was no turn for it: what failed once must not fail for as long as the process lives.
  decoy.catch(() => {
    decoy = undefined;
  });
  const isRight = await compareInTurn("pins", who, pepper(pin), pinHash ?? (await decoy));
  return isRight && pinHash !== null;
}
