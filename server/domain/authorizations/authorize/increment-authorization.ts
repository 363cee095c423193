import { NOTHING_DESCRIBED } from "@/server/contracts/rest/authorization-schemas";
import { requireActiveTenant, requirePermission } from "@/server/domain/authority";
import type { TenantCaller } from "@/server/domain/caller";
import type { IdempotencyClaim } from "@/server/domain/idempotency";
import type { DecimalAmount } from "@/server/platform/money";
import type { AuthorizationOutcome } from "../authorization";
import { requireReference } from "../family";
import { expireBeforeDeclining } from "./expire-before-declining";
import { INCREMENT } from "./instruments/increment";
import { paymentQueue } from "./payment-queue";

interface IncrementInput {
  readonly id: string;
  readonly amount: DecimalAmount;
  readonly metadata: Readonly<Record<string, unknown>> | null;
}

/**
 * Adds to a hold by a child authorization (contract 2.5, design 6); the card or code that paid for the hold pays for it.
 * The family shares one expiry, which an approved increment moves on. A refused one is recorded and leaves the hold as
 * it was; only it fires an event.
 *
 * Accounts: member (held up). Invariant: the root's version guards the family, and with it a code's maximum, the
 * account's own columns the funds. A retry with the same claim changes nothing.
 * Throws `tenant_suspended`, `authorization_not_found`, `authorization_ambiguous`, `authorization_not_incrementable`,
 * `increment_limit_reached`, `validation_error` on too many decimals.
 */
export async function incrementAuthorization(
  caller: TenantCaller,
  { id, amount, metadata }: IncrementInput,
  claim: IdempotencyClaim<AuthorizationOutcome> | null,
): Promise<AuthorizationOutcome> {
  requirePermission(caller, "move_money");
  requireActiveTenant(caller);
  requireReference(id);
  const request = {
    caller,
    id,
    merchantId: null,
    amount,
    currency: null,
    isSale: false,
    described: { merchantReference: null, deviceHash: null, ...NOTHING_DESCRIBED, metadata },
    claim,
  };
  const outcome = await expireBeforeDeclining(caller, (mayExpire) => payIncrement({ mayExpire, ...request }));
  if ("unknownPayerAt" in outcome) throw new Error("an authorization that is not there was not refused");
  return outcome;
}

const payIncrement = paymentQueue(INCREMENT);
