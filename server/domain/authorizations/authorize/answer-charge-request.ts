import type { MemberCaller, MerchantCaller } from "@/server/domain/caller";
import { DomainError, invalidField } from "@/server/domain/errors";
import type { IdempotencyClaim } from "@/server/domain/idempotency";
import {
  type ChargeRequestRow,
  findOverChargeRequests,
  getOwnChargeRequest,
  type ReadChargeRequest,
} from "@/server/domain/recurring";
import { onClockOf } from "@/server/domain/sandbox-clock";
import { parseRecordId } from "@/server/platform/ids";
import { formatAmount, parseCurrency, readAmount } from "@/server/platform/money";
import type { TenantId } from "@/server/platform/noun-ids";
import type { AuthorizationOutcome } from "../authorization";
import { CHARGE_DESCRIBED } from "./charge-described";
import { expireBeforeDeclining } from "./expire-before-declining";
import { ASKED_CHARGE, type AskedChargeRequest } from "./instruments/asked-charge";
import { paymentQueue } from "./payment-queue";
import type { Recorded } from "./payment-request";

/** A request with the payment or the decline that it ended with. */
export interface AnsweredCharge {
  readonly chargeRequest: ReadChargeRequest;
  readonly outcome: AuthorizationOutcome;
}

/** What the member was shown, as far as they agree to it. */
interface SeenCharge {
  readonly amount: number;
  readonly currency: string;
  readonly merchant: string;
  readonly account: string;
}

type Claim = IdempotencyClaim<AnsweredCharge> | null;

/**
 * The member says yes to one charge outside the terms of an agreement: it is made now, for exactly what was asked. Everything
 * but the cap and the interval still holds; where that declines it, nothing is recorded, and the request stays as it was.
 *
 * Accounts: member (posted down), merchant (entry up). Invariant: a request ends once, in the statement that writes its
 * payment or its decline (a guarded UPDATE), and only while its agreement is as it was when it was asked (its version). What
 * was asked never changes (a trigger). A retry with the same claim changes nothing.
 * Throws `charge_request_not_found`, `charge_request_not_pending`, `charge_not_possible`,
 * `sandbox_clocks_differ`, and `validation_error` where what was shown isn't what was asked.
 */
export async function approveCharge(
  caller: MemberCaller,
  { id, seen }: { readonly id: string; readonly seen: SeenCharge | null },
  claim: Claim,
): Promise<AnsweredCharge> {
  const request = await getOwnChargeRequest(caller, id);
  if (seen) requireAsked(request, seen);
  return decideRequest(request, { now: caller.now, answer: { by: caller, isYes: true }, claim });
}

/**
 * The member says no: the charge is declined with the code that it would have had without the request, at the time of the
 * merchant's tenant. Accounts: none.
 * Throws `charge_request_not_found`, `charge_request_not_pending`.
 */
export async function denyCharge(
  caller: MemberCaller,
  { id }: { readonly id: string },
  claim: Claim,
): Promise<AnsweredCharge> {
  const request = await getOwnChargeRequest(caller, id);
  const by = await onClockOf(caller, request);
  return decideRequest(request, { now: by.now, answer: { by, isYes: false }, claim });
}

const BATCH = 200;

/**
 * Declines charges whose member did not answer in time, or whose agreement was charged, revoked, or changed since: of one
 * agreement, of one tenant's sandbox, or up to 200 of all. Reads show them so before. Safe to run at any time and by several at once. Returns how
 * many; a full batch means that there may be more.
 */
export async function endChargeRequests({
  now,
  agreementId = null,
  sandboxOf = null,
}: {
  readonly now: Date;
  readonly agreementId?: string | null;
  readonly sandboxOf?: TenantId | null;
}): Promise<number> {
  const over = await findOverChargeRequests(now, { agreementId, sandboxOf, limit: BATCH });
  const ended = await Promise.all(over.map((request) => endOne(request, now)));
  return ended.filter((isEnded) => isEnded).length;
}

/** False: another sweep was faster. */
async function endOne(request: ReadChargeRequest, now: Date): Promise<boolean> {
  try {
    await decideRequest(request, { now, answer: null, claim: null });
    return true;
  } catch (error) {
    if (error instanceof DomainError && error.code === "charge_request_not_pending") return false;
    throw error;
  }
}

function requireAsked(request: ChargeRequestRow, seen: SeenCharge): void {
  const { amountMinor, currency, merchantId, accountId } = request;
  const asked: SeenCharge = {
    amount: formatAmount(amountMinor, currency),
    currency,
    merchant: merchantId,
    account: accountId,
  };
  for (const field of ["amount", "currency", "merchant", "account"] as const) {
    if (seen[field] !== asked[field]) throw invalidField(field, "isn’t what the merchant asked for");
  }
}

async function decideRequest(
  request: ReadChargeRequest,
  { now, answer, claim }: Pick<AskedChargeRequest, "answer"> & { readonly now: Date; readonly claim: Claim },
): Promise<AnsweredCharge> {
  const { id, tenantId, environment, merchantId, requestId, amountMinor, merchantReference } = request;
  const merchantKeyId = parseRecordId(request.merchantKeyId);
  const currency = parseCurrency(request.currency);
  // As the merchant asked: the record is the merchant's, made by its key and its request.
  const caller: MerchantCaller = {
    ...{ kind: "merchant", merchantId, merchantKeyId, tenantId, environment, requestId, now },
    aheadMs: answer?.by.aheadMs,
    // Decided with everything else.
    isTenantSuspended: false,
  };
  const payment = {
    ...{ caller, request, answer, merchantId, currency },
    amount: readAmount(formatAmount(amountMinor, currency)),
    isSale: true,
    alsoRestsOn: answer?.by.standing,
    paysNothing: !answer?.isYes,
    isMembersYes: answer?.isYes === true,
    described: { ...CHARGE_DESCRIBED, merchantReference, metadata: { chargeRequestId: id } },
    claim: claim && { ...claim, answerTo: (recorded: Recorded) => claim.answerTo(withOutcome(request, recorded)) },
  };
  const recorded = await expireBeforeDeclining(caller, (mayExpire) => payAskedCharge({ mayExpire, ...payment }));
  if ("unknownPayerAt" in recorded) throw new Error("a request that is not there was not refused");
  return withOutcome(request, recorded);
}

function withOutcome(request: ReadChargeRequest, outcome: Recorded): AnsweredCharge {
  const { row } = outcome;
  const status = row.outcome === "approved" ? "approved" : "denied";
  return { chargeRequest: { ...request, status, authorizationId: row.id, decidedAt: row.createdAt }, outcome };
}

const payAskedCharge = paymentQueue(ASKED_CHARGE);
