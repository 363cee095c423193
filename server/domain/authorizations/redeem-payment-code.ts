import { type Attempt, runGuarded, STALE } from "@/server/db/guarded";
import { getPool } from "@/server/db/pool";
import type { Sql } from "@/server/db/sql";
import { deriveKey, hmacSha256Hex } from "@/server/platform/crypto";
import { isRecordId } from "@/server/platform/ids";
import { type Currency, type DecimalAmount, isCurrency } from "@/server/platform/money";
import type { TenantCaller } from "../caller";
import { DomainError, unknownReference } from "../errors";
import { type IdempotencyClaim, requireUnanswered } from "../idempotency";
import {
  checkPin,
  countFailedTry,
  countUse,
  endExpired,
  findPaymentCode,
  forgiveTries,
  type PaymentCodeRow,
  statusAt,
} from "../payment-codes";
import type { AuthorizationRow, RedemptionOutcome } from "./authorization";
import { decideCode } from "./decide-code";
import { expireBeforeDeclining, type OverdueHolds, overdueHoldsBehind } from "./expire-before-declining";
import { findRedemptionFacts, type RedemptionFacts } from "./find-redemption-facts";
import { newAuthorizationRow } from "./new-authorization-row";
import { requireMinor } from "./require-minor";
import type { Decision } from "./rules";
import { writeApproval } from "./write-approval";
import { writeDecline } from "./write-decline";
import { writeUnknownCode } from "./write-unknown-code";

/** Spec 2.8; `code` and `pin` are normalised. */
export interface RedeemPaymentCodeInput {
  readonly code: string;
  readonly pin: string;
  readonly amount: DecimalAmount;
  readonly merchant: string;
  readonly currency: string | null;
  readonly deviceFingerprint: string | null;
  readonly metadata: Readonly<Record<string, unknown>> | null;
}

interface Redemption extends RedeemPaymentCodeInput {
  readonly currency: Currency;
  readonly amountMinor: bigint;
  readonly codeId: string | null;
  readonly isPinRight: boolean;
  readonly claim: IdempotencyClaim<RedemptionOutcome> | null;
}

const DEFAULT_CURRENCY = "USD";
const MODE_TOKEN = "04";

/**
 * Redeems a payment code: places a hold on its member's account, or declines. The hold is an authorization like any
 * other for capture and reverse; it cannot be incremented.
 *
 * Accounts: member (held up). Invariant: uses and PIN tries are counted in the statement that depends on them, guarded
 * by what was read, so a code is never used once too often nor tried once too often. A retry with the same claim
 * changes nothing, its PIN try included.
 * Throws `tenant_suspended`, `invalid_reference`, `validation_error` on too many decimals.
 */
export async function redeemPaymentCode(
  caller: TenantCaller,
  input: RedeemPaymentCodeInput,
  claim: IdempotencyClaim<RedemptionOutcome> | null,
): Promise<RedemptionOutcome> {
  if (caller.isTenantSuspended) throw new DomainError("tenant_suspended", "The tenant is suspended.");
  const currency = input.currency ?? DEFAULT_CURRENCY;
  if (!isCurrency(currency)) throw unknownReference("currency");
  if (!isRecordId(input.merchant)) throw unknownReference("merchant");
  const amountMinor = requireMinor(input.amount, currency);
  // Else a key that is used up would allow PINs to be compared without a try being counted.
  await requireUnanswered(claim);
  const code = await findPaymentCode(getPool(), caller.environment, input.code);
  // Outside the statement, for it takes long; a PIN never changes, it is only wiped, which the status then tells.
  const isPinRight = await checkPin(input.pin, code?.pinHash ?? null);
  const redemption = { ...input, currency, amountMinor, codeId: code?.id ?? null, isPinRight, claim };
  return expireBeforeDeclining(caller.now, (mayExpire) =>
    runGuarded((attempt) => redeem(attempt, caller, redemption, mayExpire)),
  );
}

async function redeem(
  attempt: Attempt,
  caller: TenantCaller,
  redemption: Redemption,
  mayExpire: boolean,
): Promise<RedemptionOutcome | OverdueHolds | typeof STALE> {
  const { amountMinor, currency, isPinRight, claim } = redemption;
  const facts = await findRedemptionFacts(attempt, caller, redemption);
  const { merchant, code, subscribers } = facts;
  if (!merchant) throw unknownReference("merchant");
  if (!code) {
    const outcome = { row: null, amountMinor, currency };
    await writeUnknownCode(attempt.db, caller, { outcome, merchantId: merchant.id, subscribers, claim });
    return outcome;
  }
  const { availableMinor } = facts;
  const decision = decideCode({ now: caller.now, amountMinor, currency, merchant, code, isPinRight, availableMinor });
  const overdue = mayExpire ? overdueHoldsBehind(decision, amountMinor, { ...facts, accountId: code.accountId }) : null;
  if (overdue) return overdue;
  const row = newRow(caller, redemption, { ...facts, code, merchant }, decision);
  const outcome = { row, memberId: code.memberId };
  const write = { row, outcome, subscribers, claim };
  if (decision.outcome === "approved") {
    return (await writeApproval(attempt.db, { ...write, use: countUse(code, caller.now) })) ? outcome : STALE;
  }
  const use = effectOf(code, decision, isPinRight, caller.now);
  return (await writeDecline(attempt.db, { ...write, ...(use ? { use } : {}) })) ? outcome : STALE;
}

/** What a decline does to the code: one whose time is over ends, a wrong PIN that was looked at counts, a right one forgives. */
function effectOf(code: PaymentCodeRow, decision: Decision, isPinRight: boolean, now: Date): Sql | null {
  if (code.status !== "active" || decision.outcome === "approved") return null;
  if (statusAt(code, now) === "expired") return endExpired(code);
  const wasPinLookedAt = decision.trace.some(({ rule }) => rule === "last PIN try is right");
  if (!wasPinLookedAt) return null;
  if (!isPinRight) return countFailedTry(code);
  return code.failedTries > 0 ? forgiveTries(code) : null;
}

function newRow(
  caller: TenantCaller,
  redemption: Redemption,
  facts: RedemptionFacts & { code: PaymentCodeRow; merchant: NonNullable<RedemptionFacts["merchant"]> },
  decision: Decision,
): AuthorizationRow {
  const { code, merchant, drawn } = facts;
  const { deviceFingerprint } = redemption;
  return newAuthorizationRow(
    caller,
    {
      drawn,
      parent: null,
      merchantId: merchant.id,
      merchantNameRaw: null,
      mcc: merchant.mcc,
      channel: null,
      mode: MODE_TOKEN,
      avsResult: null,
      cvvResult: null,
      metadata: redemption.metadata,
      cardId: null,
      paymentCodeId: code.id,
      deviceHash: deviceFingerprint === null ? null : hmacSha256Hex(deriveKey("device-fingerprint"), deviceFingerprint),
      accountId: code.accountId,
      currency: redemption.currency,
      amountMinor: redemption.amountMinor,
    },
    decision,
  );
}
