import { requireActiveTenant } from "@/server/domain/authority";
import type { MerchantCaller } from "@/server/domain/caller";
import { unknownReference } from "@/server/domain/errors";
import type { IdempotencyClaim } from "@/server/domain/idempotency";
import { type RequestedCharge, recurringAuthorizationNotFound, requestCharge } from "@/server/domain/recurring";
import { isRecordId } from "@/server/platform/ids";
import { type DecimalAmount, isCurrency } from "@/server/platform/money";
import { UnavailableError } from "@/server/platform/unavailable";
import type { AuthorizationOutcome } from "../authorization";

import { endChargeRequests } from "./answer-charge-request";
import { AskMember } from "./ask-member";
import { CHARGE_DESCRIBED } from "./charge-described";
import { expireBeforeDeclining } from "./expire-before-declining";
import { AGREEMENT } from "./instruments/agreement";
import { paymentQueue } from "./payment-queue";

interface ChargeAgreementInput {
  readonly id: string;
  readonly amount: DecimalAmount;
  /** Null: the agreement's own. */
  readonly currency: string | null;
  readonly merchantReference: string | null;
  /** What becomes of a charge over the cap or too early; null: it is declined. */
  readonly onExceed: "ask" | null;
}

/** An agreement that moves on each time: it is decided anew. */
const MAX_ROUNDS = 4;

/** A payment, a decline, or a request that the member answers later. */
export type ChargeOutcome = AuthorizationOutcome | RequestedCharge;

/**
 * Charges an agreement without the member: a sale, marked merchant-initiated (contract 4.5), or a decline. Both are recorded
 * and fire their events. With `onExceed`, a charge over the cap or too early that passes otherwise is neither: the member
 * is asked (decision 096).
 *
 * Accounts: member (posted down), merchant (entry up). Invariant: decided under the agreement's row, so that a charge
 * that races a revocation is either before it or refused, and none is too early or one too many. A retry with the same
 * claim changes nothing.
 * Throws `tenant_suspended`, `recurring_authorization_not_found`, `invalid_reference`, `validation_error` on too many
 * decimals, `recurring_request_limit_reached`.
 */
export async function chargeAgreement(
  caller: MerchantCaller,
  input: ChargeAgreementInput,
  claim: IdempotencyClaim<ChargeOutcome> | null,
): Promise<ChargeOutcome> {
  for (let round = 1; round <= MAX_ROUNDS; round += 1) {
    try {
      return await charge(caller, input, claim);
    } catch (error) {
      if (!(error instanceof AskMember)) throw error;
      const { now } = caller;
      // An earlier request that is over makes room.
      await endChargeRequests({ now, agreementId: error.charge.agreement.id });
      const requested = await requestCharge(caller, error.charge, input.merchantReference, claim);
      if (requested) return requested;
    }
  }
  throw new UnavailableError("the agreement stayed contended");
}

async function charge(
  caller: MerchantCaller,
  input: ChargeAgreementInput,
  claim: IdempotencyClaim<AuthorizationOutcome> | null,
): Promise<AuthorizationOutcome> {
  requireActiveTenant(caller);
  const { currency } = input;
  if (!isRecordId(input.id)) throw recurringAuthorizationNotFound();
  if (currency !== null && !isCurrency(currency)) throw unknownReference("currency");
  const request = {
    caller,
    agreementId: input.id,
    merchantId: caller.merchantId,
    amount: input.amount,
    currency,
    onExceed: input.onExceed,
    isSale: true,
    described: { merchantReference: input.merchantReference, ...CHARGE_DESCRIBED },
    claim,
  };
  const outcome = await expireBeforeDeclining(caller, (mayExpire) => payByAgreement({ mayExpire, ...request }));
  if ("unknownPayerAt" in outcome) throw new Error("an agreement that is not there was not refused");
  return outcome;
}

const payByAgreement = paymentQueue(AGREEMENT);
