import type { AcquirerCaller } from "../caller";
import { invalidField } from "../errors";
import { checkPin } from "./code-secrets";
import type { PaymentCodeRow } from "./payment-code";

export interface PinCheck {
  readonly isRight: boolean;
  /** Whether a PIN was compared: only then it counts as a try, or forgives earlier ones. */
  readonly wasChecked: boolean;
}

/** Codes of this length have a PIN (contract 2.8). */
const LENGTH_WITH_PIN = 10;

/**
 * Takes the same time whether or not the code is known. A member's code has no PIN; the merchant that a recurring charge has
 * bound a code to needs none for later ones. Throws `validation_error` if a required PIN is missing.
 */
export async function presentPin(
  caller: AcquirerCaller,
  code: PaymentCodeRow | null,
  given: { readonly code: string; readonly pin: string | null; readonly isRecurring: boolean },
): Promise<PinCheck> {
  if (given.code.length !== LENGTH_WITH_PIN) return { isRight: true, wasChecked: false };
  if (given.pin !== null) {
    const who = presenterOf(caller);
    return { isRight: await checkPin(given.pin, code?.pinHash ?? null, who), wasChecked: true };
  }
  if (code === null || (given.isRecurring && code.boundAt !== null)) return { isRight: true, wasChecked: false };
  throw invalidField("pin", "is required with this payment code");
}

/** Key of the caller's queue for bcrypt. */
function presenterOf(caller: AcquirerCaller): string {
  switch (caller.kind) {
    case "merchant":
      return caller.merchantKeyId;
    case "tenant":
      return caller.apiKeyId;
    case "staff":
      return caller.userId;
  }
}
