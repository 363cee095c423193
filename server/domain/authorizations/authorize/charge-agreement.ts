import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import { requireActiveTenant } from "@/server/domain/authority";
import type { MerchantCaller } from "@/server/domain/caller";
import { unknownReference } from "@/server/domain/errors";
import type { IdempotencyClaim } from "@/server/domain/idempotency";
import {
  type AgreementRow,
  charged,
  decideCharge,
  type ExceedingCharge,
  findExcess,
  type RequestedCharge,
  recurringAuthorizationNotFound,
  requestCharge,
  writeCharges,
} from "@/server/domain/recurring";
import { isRecordId } from "@/server/platform/ids";
import { type DecimalAmount, isCurrency } from "@/server/platform/money";
import { UnavailableError } from "@/server/platform/unavailable";
import type { AuthorizationOutcome } from "../authorization";
import { annotationColumns } from "../authorization";
import { CHARGE_DESCRIBED, endChargeRequests } from "./answer-charge-request";
import { paymentQueue } from "./payment-queue";
import type { Instrument, PaymentRequest } from "./payment-request";

interface ChargeAgreementInput {
  readonly id: string;
  readonly amount: DecimalAmount;
  readonly currency: string | null;
  readonly merchantReference: string | null;
  readonly metadata: Readonly<Record<string, unknown>> | null;
  /** `ask` asks the member about a charge over the cap or too early; null declines it. */
  readonly onExceed: "ask" | null;
}

const MAX_ROUNDS = 4;

export type ChargeOutcome = AuthorizationOutcome | RequestedCharge;

/**
 * Charges an agreement without the member: a sale, marked merchant-initiated (contract 4.5), or a decline. Both are recorded
 * and fire their events. With `onExceed`, a charge that fails only the cap or the interval is neither: the member is asked
 * (decision 096).
 *
 * Accounts: member (posted down), merchant (entry up). Invariant: decided under the agreement's row, so that a charge racing a
 * revocation either comes before it or is refused, and none is too early or one too many. A retry with the same claim changes
 * nothing.
 * Throws `tenant_suspended`, `recurring_authorization_not_found`, `invalid_reference`, `validation_error` on too many decimals,
 * `recurring_request_limit_reached`.
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
      // A request that is over must end before another can be made.
      await endChargeRequests({ now, agreementId: error.charge.agreement.id });
      const requested = await requestCharge(caller, error.charge, annotationColumns(input), claim);
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
    described: { ...CHARGE_DESCRIBED, merchantReference: input.merchantReference, metadata: input.metadata },
    claim,
  };
  const outcome = await payByAgreement(request);
  if ("unknownPayerAt" in outcome) throw new Error("an agreement that is not there was not refused");
  return outcome;
}

/** Thrown when the charge exceeds the agreement and the member is to be asked. Nothing is recorded as a payment. */
class AskMember extends Error {
  override readonly name = "AskMember";

  constructor(readonly charge: ExceedingCharge) {
    super("the member is asked about this charge");
  }
}

interface AgreementRequest extends PaymentRequest {
  readonly caller: MerchantCaller;
  readonly agreementId: string;
  readonly onExceed: "ask" | null;
}

/** Decided under the agreement's version, so that a revocation is strictly before or after a charge. */
const AGREEMENT: Instrument<AgreementRequest, AgreementRow> = {
  kind: "agreement",
  parent: null,
  nameOf: ({ agreementId }) => agreementId,
  lock: (db, { agreementId }) =>
    query(db, sql`SELECT account_id FROM recurring_agreements WHERE id = ${agreementId} FOR NO KEY UPDATE`),
  source: () => sql`(SELECT * FROM recurring_agreements
    WHERE id = i.name AND environment = i.environment AND merchant_id = i.merchant LIMIT 1)`,
  payerOf: (row) => row,
  // The member isn't present to rescue it.
  rescue: null,
  decide: ({ caller, onExceed }, agreement, input) => {
    const facts = { now: caller.now, agreement, ...input };
    const decision = decideCharge(facts);
    const exceeds = onExceed === "ask" ? findExcess(decision, facts) : null;
    if (exceeds) throw new AskMember({ agreement, amountMinor: input.amountMinor, exceeds });
    return decision;
  },
  use: (agreement, { caller }) => charged(agreement, caller.now),
  afterDecline: (agreement) => agreement,
  write: (changes) => [{ name: "agreements", rows: changes.length, part: (guard) => writeCharges(changes, guard) }],
  columns: ({ id }) => ({ agreementId: id }),
  missing: recurringAuthorizationNotFound,
};

const payByAgreement = paymentQueue(AGREEMENT);
