import { getPool } from "@/server/db/pool";
import { findMerchant } from "@/server/domain/merchants";
import type { MerchantCaller } from "../caller";
import type { DeclineCode } from "../declines";
import { decideCode } from "./decide-code";
import { findPaymentCode } from "./find-payment-code";
import type { PaymentCodeRow } from "./payment-code";

export interface ValidationOutcome {
  readonly row: PaymentCodeRow | null;
  /** The decline that any sale would get, regardless of PIN, amount, and funds; null if one could be approved. */
  readonly reasonCode: DeclineCode | null;
  /** A well-formed code was unknown: someone may be guessing. */
  readonly isMiss: boolean;
}

/** Checks a code as a sale of this merchant would (contract 4.5), without using anything up. `code` is null if malformed. */
export async function validatePaymentCode(
  caller: MerchantCaller,
  input: { readonly code: string | null },
): Promise<ValidationOutcome> {
  if (input.code === null) return { row: null, reasonCode: "14", isMiss: false };
  const row = await findPaymentCode(getPool(), caller.environment, input.code);
  if (!row) return { row: null, reasonCode: "14", isMiss: true };
  const merchant = await findMerchant(getPool(), { id: caller.merchantId, environment: caller.environment });
  if (!merchant) throw new Error("a merchant’s own row is gone");
  // A suspended tenant makes no new holds, at any of its merchants.
  const status = caller.isTenantSuspended ? "suspended" : merchant.status;
  const decision = decideCode({
    now: caller.now,
    amountMinor: null,
    currency: null,
    merchant: { ...merchant, status },
    code: row,
    isPinRight: true,
    isRecurring: false,
    availableMinor: null,
    described: null,
    risk: null,
  });
  return { row, reasonCode: decision.outcome === "declined" ? decision.code : null, isMiss: false };
}
