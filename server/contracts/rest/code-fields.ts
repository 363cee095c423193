import { z } from "zod";
import { isCrockford, normalizeCrockford } from "../crockford";

const EXAMPLE = "7KQ2M9XW4T";

/** Tolerates typing: case, hyphens, spaces, and I, L, O for 1, 1, 0, before checking the length. */
export function crockford(lengths: readonly number[], description: string) {
  return z
    .string()
    .max(64)
    .transform(normalizeCrockford)
    .refine(
      (text) => lengths.some((length) => isCrockford(text, length)),
      `must be exactly ${lengths.join(" or ")} Crockford base32 characters, such as ${EXAMPLE.slice(0, lengths.at(-1))}`,
    )
    .meta({ description });
}

export const PinInput = crockford([7], "7 characters, Crockford base32.");

/** Contract 2.8: a tenant's code (10 characters, with a PIN) or a member's (8, without). The merchant API accepts both. */
export const AnyCodeInput = crockford([8, 10], "A member’s code of 8 characters, or a tenant’s of 10.");

const LENGTH_WITH_PIN = 10;
export const PIN_REQUIRED = "is required with this payment code";

export function lacksPin(code: string | undefined, pin: string | undefined): boolean {
  return code?.length === LENGTH_WITH_PIN && pin === undefined;
}
