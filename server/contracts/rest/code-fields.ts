import { z } from "zod";
import { isCrockford, normalizeCrockford } from "../crockford";

/** Typed by a person: case, hyphens, spaces and I, L, O for 1, 1, 0 are forgiven before the length counts. */
export function crockford(lengths: readonly number[], description: string) {
  return z
    .string()
    .max(64)
    .transform(normalizeCrockford)
    .refine(
      (text) => lengths.some((length) => isCrockford(text, length)),
      `must be exactly ${lengths.join(" or ")} Crockford base32 characters`,
    )
    .meta({ description });
}

export const PinInput = crockford([7], "7 characters, Crockford base32.");

/** Contract 2.8: of a tenant (10, with a PIN) or of a member (8, without). The merchant surface takes both. */
export const AnyCodeInput = crockford([8, 10], "A member’s code of 8 characters, or a tenant’s of 10.");

const LENGTH_WITH_PIN = 10;
export const PIN_REQUIRED = "is required with this payment code";

/** True where a code came without the PIN it must have. */
export function lacksPin(code: string | undefined, pin: string | undefined): boolean {
  return code?.length === LENGTH_WITH_PIN && pin === undefined;
}
