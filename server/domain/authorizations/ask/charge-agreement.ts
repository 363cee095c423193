import { NOTHING_DESCRIBED } from "@/server/contracts/rest/authorization-schemas";
import { requireActiveTenant } from "@/server/domain/authority";
import type { MerchantCaller } from "@/server/domain/caller";
import { unknownReference } from "@/server/domain/errors";
import type { IdempotencyClaim } from "@/server/domain/idempotency";
import { recurringAuthorizationNotFound } from "@/server/domain/recurring";
import { isRecordId } from "@/server/platform/ids";
import { type DecimalAmount, isCurrency } from "@/server/platform/money";
import type { AuthorizationOutcome } from "../authorization";
import { RECURRING_CHANNEL } from "../channels";
import { moneyQueue } from "./ask-for-money";
import { expireBeforeDeclining } from "./expire-before-declining";
import { AGREEMENT } from "./instruments/agreement";

interface ChargeAgreementInput {
  readonly id: string;
  readonly amount: DecimalAmount;
  /** Null: the agreement's own. */
  readonly currency: string | null;
  readonly merchantReference: string | null;
}

const MODE_RECURRING = "03" as const;

/**
 * Charges an agreement without the member: a sale, marked merchant-initiated (contract 4.5), or a decline. Both are recorded
 * and fire their events.
 *
 * Accounts: member (posted down), merchant (entry up). Invariant: decided under the agreement's row, so that a charge
 * that races a revocation is either before it or refused, and none is too early or one too many. A retry with the same
 * claim changes nothing.
 * Throws `tenant_suspended`, `recurring_authorization_not_found`, `invalid_reference`, `validation_error` on too many
 * decimals.
 */
export async function chargeAgreement(
  caller: MerchantCaller,
  input: ChargeAgreementInput,
  claim: IdempotencyClaim<AuthorizationOutcome> | null,
): Promise<AuthorizationOutcome> {
  requireActiveTenant(caller);
  const { currency } = input;
  if (!isRecordId(input.id)) throw recurringAuthorizationNotFound();
  if (currency !== null && !isCurrency(currency)) throw unknownReference("currency");
  const ask = {
    caller,
    agreementId: input.id,
    merchantId: caller.merchantId,
    amount: input.amount,
    currency,
    isSale: true,
    described: {
      ...NOTHING_DESCRIBED,
      channel: RECURRING_CHANNEL,
      mode: MODE_RECURRING,
      merchantReference: input.merchantReference,
      deviceHash: null,
    },
    claim,
  };
  const asked = await expireBeforeDeclining(caller.now, (mayExpire) => askAgreement({ mayExpire, ...ask }));
  if ("unknownPayerAt" in asked) throw new Error("an agreement that is not there was not refused");
  return asked;
}

const askAgreement = moneyQueue(AGREEMENT);
