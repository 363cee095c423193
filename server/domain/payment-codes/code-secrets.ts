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

/** Only tenants' codes have a PIN (contract 2.8). */
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

/** An HMAC, so that the table can't be searched by trying codes. */
export function hashCode(code: string): string {
  return digest("payment-code", code);
}

export function hashesOfCode(code: string): string[] {
  return digests("payment-code", code);
}

/** Bcrypt peppered with the server's key: the table alone can't be searched for a PIN's 35 bits. Queued per `who`. */
export async function hashPin(pin: string, who: string): Promise<string> {
  const pepper = digest("payment-code-pin", pin);
  return nameVersion(versionOf(pepper), await hashSecret(unnamed(pepper), "pin", who));
}

let decoy: Promise<string> | undefined;

/** Compares even without a hash, so that an unknown or ended code takes as long as a good one. Queued per `who`. */
export async function checkPin(pin: string, pinHash: string | null, who: string): Promise<boolean> {
  decoy ??= hashPin(newPin(), "nobody");
  // Forget a failed attempt, or it would fail until the process ends.
  decoy.catch(() => {
    decoy = undefined;
  });
  const compared = pinHash ?? (await decoy);
  const pepper = digestLike(compared, "payment-code-pin", pin);
  const isRight = await compareInTurn("pins", who, unnamed(pepper ?? ""), unnamed(compared));
  return isRight && pepper !== null && pinHash !== null;
}
