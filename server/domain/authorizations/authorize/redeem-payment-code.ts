import { NOTHING_DESCRIBED } from "@/server/contracts/rest/authorization-schemas";
import { runGuarded } from "@/server/db/guarded";
import { getPool } from "@/server/db/pool";
import { requireActiveTenant, requirePermission } from "@/server/domain/authority";
import type { AcquirerCaller } from "@/server/domain/caller";
import { unknownReference } from "@/server/domain/errors";
import { fallbackCurrency } from "@/server/domain/fallback-currency";
import { type IdempotencyClaim, requireUnanswered } from "@/server/domain/idempotency";
import { findPaymentCode, presentPin } from "@/server/domain/payment-codes";
import { requireMinor } from "@/server/domain/require-minor";
import { lastingDigest } from "@/server/platform/crypto";
import { type DecimalAmount, isCurrency, parseCurrency } from "@/server/platform/money";
import { MerchantId } from "@/server/platform/noun-ids";
import type { RedemptionOutcome } from "../authorization";
import { RECURRING_CHANNEL } from "../channels";
import { expireBeforeDeclining } from "./expire-before-declining";
import { CODE } from "./instruments/code";
import { paymentQueue } from "./payment-queue";
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

const MODE_RECURRING = "03" as const;
const MODE_TOKEN = "04" as const;

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
  const deviceHash = device === null ? null : lastingDigest("device-fingerprint", device);
  const request = {
    caller,
    codeId: code?.id ?? null,
    pinCheck,
    isRecurring: input.isRecurring,
    merchantId: merchant,
    amount: input.amount,
    currency,
    isSale: input.isSale,
    described: {
      merchantReference: input.merchantReference,
      deviceHash,
      ...NOTHING_DESCRIBED,
      channel: input.isRecurring ? RECURRING_CHANNEL : null,
      mode: input.isRecurring ? MODE_RECURRING : MODE_TOKEN,
      metadata: input.metadata,
    },
    claim,
  };
  const answer = await expireBeforeDeclining(caller, (mayExpire) => payWithCode({ mayExpire, ...request }));
  if (!("unknownPayerAt" in answer)) return answer;
  const { merchantReference, metadata } = input;
  const outcome = { row: null, amountMinor, currency };
  const { unknownPayerAt: merchantId, subscribers } = answer;
  const described = { merchantId, merchantReference, metadata, subscribers };
  // Guarded: of two events of one name at the same moment, the second looks again.
  await runGuarded(({ db }) => writeUnknownCode(db, caller, { outcome, ...described, claim }), caller.standing);
  return outcome;
}

const payWithCode = paymentQueue(CODE);
