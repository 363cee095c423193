import { type Attempt, runGuarded, type STALE } from "@/server/db/guarded";
import { getPool } from "@/server/db/pool";
import { requireActiveTenant, requirePermission } from "@/server/domain/authority";
import type { AcquirerCaller } from "@/server/domain/caller";
import type { Decision } from "@/server/domain/declines";
import { unknownReference } from "@/server/domain/errors";
import { fallbackCurrency } from "@/server/domain/fallback-currency";
import { type IdempotencyClaim, requireUnanswered } from "@/server/domain/idempotency";
import {
  countUse,
  decideCode,
  effectOnCode,
  findPaymentCode,
  type PaymentCodeRow,
  type PinCheck,
  presentPin,
} from "@/server/domain/payment-codes";
import { requireMinor } from "@/server/domain/require-minor";
import { type RiskAssessment, scoreRisk } from "@/server/domain/risk";
import { deriveKey, hmacSha256Hex } from "@/server/platform/crypto";
import { type Currency, type DecimalAmount, isCurrency, parseCurrency } from "@/server/platform/money";
import { MerchantId } from "@/server/platform/noun-ids";
import type { AuthorizationRow, RedemptionOutcome } from "../authorization";
import { RECURRING_CHANNEL } from "../channels";
import { newAuthorizationRow } from "../new-authorization-row";
import { expireBeforeDeclining, type OverdueHolds, overdueHoldsBehind } from "./expire-before-declining";
import { findRedemptionFacts, type RedemptionFacts } from "./find-redemption-facts";
import { writeDecided } from "./write-decided";
import { writeUnknownCode } from "./write-unknown-code";

/** Contract 2.8 and 4.5; `code` and `pin` are normalised. */
export interface RedeemPaymentCodeInput {
  readonly code: string;
  /** A tenant's code needs one, but for a later recurring charge; a member's code has none. */
  readonly pin: string | null;
  readonly amount: DecimalAmount;
  /** Null where the caller is the merchant. */
  readonly merchant: string | null;
  /** Null: the code's own. */
  readonly currency: string | null;
  readonly deviceFingerprint: string | null;
  readonly metadata: Readonly<Record<string, unknown>> | null;
  readonly merchantReference: string | null;
  /** Captures all of it at once. */
  readonly isSale: boolean;
  /** A charge without the member: the first binds the code to the merchant. */
  readonly isRecurring: boolean;
}

interface Redemption extends RedeemPaymentCodeInput {
  readonly merchant: MerchantId;
  readonly currency: Currency;
  readonly amountMinor: bigint;
  readonly codeId: string | null;
  readonly pinCheck: PinCheck;
  readonly deviceHash: string | null;
  readonly claim: IdempotencyClaim<RedemptionOutcome> | null;
}

const MODE_RECURRING = "03";
const MODE_TOKEN = "04";

/**
 * Redeems a payment code: places a hold on its member's account, or with a sale captures at once, or declines. The
 * hold is an authorization like any other for capture, increment and reverse.
 *
 * Accounts: member (held up; with a sale posted down and the merchant's entry up). Invariant: uses and PIN tries are
 * counted in the statement that depends on them, guarded by what was read, so a code is never used once too often nor
 * tried once too often. A retry with the same claim changes nothing, its PIN try included.
 * Throws `tenant_suspended`, `invalid_reference`, `validation_error` on too many decimals and on a missing PIN, which is
 * no try.
 */
export async function redeemPaymentCode(
  caller: AcquirerCaller,
  input: RedeemPaymentCodeInput,
  claim: IdempotencyClaim<RedemptionOutcome> | null,
): Promise<RedemptionOutcome> {
  requirePermission(caller, "move_money");
  requireActiveTenant(caller);
  const merchant = caller.kind === "merchant" ? caller.merchantId : (input.merchant ?? "");
  if (input.currency !== null && !isCurrency(input.currency)) throw unknownReference("currency");
  if (!MerchantId.is(merchant)) throw unknownReference("merchant");
  // Else a key that is used up would allow PINs to be compared without a try being counted.
  await requireUnanswered(claim);
  const code = await findPaymentCode(getPool(), caller.environment, input.code);
  const currency = input.currency ?? (code ? parseCurrency(code.currency) : fallbackCurrency(input.amount));
  const amountMinor = requireMinor(input.amount, currency);
  // Outside the statement, for it takes long; a PIN never changes, it is only wiped, which the status then says.
  const pinCheck = await presentPin(caller, code, input);
  const { deviceFingerprint: device } = input;
  const deviceHash = device === null ? null : hmacSha256Hex(deriveKey("device-fingerprint"), device);
  const codeId = code?.id ?? null;
  const redemption = { ...input, merchant, currency, amountMinor, codeId, pinCheck, deviceHash, claim };
  return expireBeforeDeclining(caller.now, (mayExpire) =>
    runGuarded((attempt) => redeem(attempt, caller, redemption, mayExpire)),
  );
}

const modeOf = ({ isRecurring }: Redemption) => (isRecurring ? MODE_RECURRING : MODE_TOKEN);

async function redeem(
  attempt: Attempt,
  caller: AcquirerCaller,
  redemption: Redemption,
  mayExpire: boolean,
): Promise<RedemptionOutcome | OverdueHolds | typeof STALE> {
  const { amountMinor, currency, merchantReference, metadata, pinCheck, isRecurring, claim } = redemption;
  const facts = await findRedemptionFacts(attempt, caller, redemption);
  const { merchant, code, subscribers, habit } = facts;
  if (!merchant) throw unknownReference("merchant");
  if (!code) {
    const outcome = { row: null, amountMinor, currency };
    const described = { merchantId: merchant.id, merchantReference, metadata };
    await writeUnknownCode(attempt.db, caller, { outcome, ...described, subscribers, claim });
    return outcome;
  }
  const risk = scoreRisk({
    amountMinor,
    mode: modeOf(redemption),
    avsResult: null,
    cvvResult: null,
    hasDevice: redemption.deviceHash !== null,
    habit,
  });
  const { isRight: isPinRight } = pinCheck;
  const { availableMinor } = facts;
  const asked = { now: caller.now, amountMinor, currency, merchant, isPinRight, isRecurring, availableMinor, risk };
  const decision = decideCode({ ...asked, code });
  const overdue = mayExpire ? overdueHoldsBehind(decision, amountMinor, { ...facts, accountId: code.accountId }) : null;
  if (overdue) return overdue;
  return writeDecided<RedemptionOutcome>(attempt.db, {
    row: newRow(caller, redemption, { ...facts, code, merchant }, decision, risk),
    decision,
    isSale: redemption.isSale,
    subscribers,
    claim,
    outcomeOf: (row, transactionId) => ({ row, memberId: code.memberId, transactionId }),
    approvalUse: () =>
      countUse(code, caller.now, {
        bindTo: isRecurring && code.boundAt === null ? merchant.id : null,
        forgivesTries: pinCheck.wasChecked,
      }),
    declineEffect: () => effectOnCode(code, decision, pinCheck, caller.now),
  });
}

function newRow(
  caller: AcquirerCaller,
  redemption: Redemption,
  facts: RedemptionFacts & { code: PaymentCodeRow; merchant: NonNullable<RedemptionFacts["merchant"]> },
  decision: Decision,
  risk: RiskAssessment,
): AuthorizationRow {
  const { code, merchant, drawn } = facts;
  return newAuthorizationRow(
    caller,
    {
      drawn,
      parent: null,
      merchantId: merchant.id,
      merchantNameRaw: null,
      mcc: merchant.mcc,
      channel: redemption.isRecurring ? RECURRING_CHANNEL : null,
      mode: modeOf(redemption),
      avsResult: null,
      cvvResult: null,
      metadata: redemption.metadata,
      cardId: null,
      paymentCodeId: code.id,
      agreementId: null,
      merchantReference: redemption.merchantReference,
      deviceHash: redemption.deviceHash,
      accountId: code.accountId,
      currency: redemption.currency,
      amountMinor: redemption.amountMinor,
    },
    decision,
    risk,
  );
}
