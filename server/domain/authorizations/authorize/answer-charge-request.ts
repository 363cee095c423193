import { NOTHING_DESCRIBED } from "@/server/contracts/rest/authorization-schemas";
import { requireVersion } from "@/server/db/guarded";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import { auditRow, insertAuditRows } from "@/server/domain/audit";
import type { MemberCaller, MerchantCaller } from "@/server/domain/caller";
import type { DeclineCode } from "@/server/domain/declines";
import { DomainError, invalidField } from "@/server/domain/errors";
import type { IdempotencyClaim } from "@/server/domain/idempotency";
import { resolveEach } from "@/server/domain/notifications";
import {
  type AgreementRow,
  type AnsweredRequest,
  type ChargeRequestRow,
  charged,
  chargeRequestNotFound,
  chargeRequestNotPending,
  chargeRequestStatusAt,
  decideAskedCharge,
  findOverChargeRequests,
  getOwnChargeRequest,
  lockAskedCharge,
  type ReadChargeRequest,
  selectAskedCharge,
  storedStatus,
  writeCharges,
  writeOutcomes,
} from "@/server/domain/recurring";
import { onClockOf } from "@/server/domain/sandbox-clock";
import { parseRecordId } from "@/server/platform/ids";
import { formatAmount, parseCurrency, readAmount } from "@/server/platform/money";
import type { AuthorizationId, TenantId } from "@/server/platform/noun-ids";
import type { AuthorizationOutcome } from "../authorization";
import { RECURRING_CHANNEL } from "../channels";
import { paymentQueue } from "./payment-queue";
import type { Instrument, Payer, PayerChange, PaymentRequest, Recorded, WritePart } from "./payment-request";

export interface AnsweredCharge {
  readonly chargeRequest: ReadChargeRequest;
  readonly outcome: AuthorizationOutcome;
}

/** Terms shown to the member; approving is refused if the request has others. */
interface SeenCharge {
  readonly amount: number;
  readonly currency: string;
  readonly merchant: string;
  readonly account: string;
}

type Claim = IdempotencyClaim<AnsweredCharge> | null;

/**
 * The member approves one charge outside the terms of an agreement. It is made now, for exactly what was asked. Everything but
 * the cap and the interval still applies; if that declines it, nothing is recorded and the request stays pending.
 *
 * Accounts: member (posted down), merchant (entry up). Invariant: a request ends once, in the query that writes its payment
 * or decline (a guarded UPDATE), and only while its agreement is at the version it was asked under. The terms never change (a
 * trigger). A retry with the same claim changes nothing.
 * Throws `charge_request_not_found`, `charge_request_not_pending`, `charge_not_possible`, `sandbox_clocks_differ`, and
 * `validation_error` if the terms shown differ from those asked.
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
 * The member refuses: the charge is declined with the code it would have had without the request, timed by the clock of the
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
 * Declines charges that the member did not answer in time, or whose agreement was charged, revoked, or changed since: of one
 * agreement, of one tenant's sandbox, or up to 200 of all. Reads already show them as ended. Safe to run at any time and
 * concurrently. Returns the number ended; a full batch means that there may be more.
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

/** False if another sweep ended it first. */
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
  const metadata = typeof request.metadata === "object" ? request.metadata : null;
  const currency = parseCurrency(request.currency);
  // Recorded as the request that asked for it, under its key and request id.
  const caller: MerchantCaller = {
    kind: "merchant",
    merchantId,
    key: keyOf(request),
    tenantId,
    environment,
    requestId,
    now,
    aheadMs: answer?.by.aheadMs,
    // The decision checks the suspension (`outcomeOf`).
    isTenantSuspended: false,
  };
  const payment = {
    caller,
    request,
    answer,
    merchantId,
    currency,
    amount: readAmount(formatAmount(amountMinor, currency)),
    isSale: true,
    alsoRestsOn: answer?.by.standing,
    paysNothing: !answer?.isYes,
    isMembersYes: answer?.isYes === true,
    described: { ...CHARGE_DESCRIBED, merchantReference, metadata: { ...metadata, chargeRequestId: id } },
    claim: claim && { ...claim, answerTo: (recorded: Recorded) => claim.answerTo(withOutcome(request, recorded)) },
  };
  const recorded = await payAskedCharge(payment);
  if ("unknownPayerAt" in recorded) throw new Error("a request that is not there was not refused");
  return withOutcome(request, recorded);
}

/** The database has exactly one of the two. */
function keyOf({ merchantKeyId, apiKeyId }: ReadChargeRequest): MerchantCaller["key"] {
  return merchantKeyId === null
    ? { kind: "api_key", id: parseRecordId(apiKeyId ?? "") }
    : { kind: "merchant_key", id: parseRecordId(merchantKeyId) };
}

function withOutcome(request: ReadChargeRequest, outcome: Recorded): AnsweredCharge {
  const { row } = outcome;
  const status = row.outcome === "approved" ? "approved" : "denied";
  return { chargeRequest: { ...request, status, authorizationId: row.id, decidedAt: row.createdAt }, outcome };
}

export const CHARGE_DESCRIBED = {
  ...NOTHING_DESCRIBED,
  channel: RECURRING_CHANNEL,
  mode: "03",
  deviceHash: null,
} as const;

const WHY: Partial<Readonly<Record<DeclineCode, string>>> = {
  "03": "the merchant can’t take payments at the moment",
  "05": "the payment looks unusual",
  "51": "the account doesn’t have enough money available",
  "65": "the agreement allows no more charges",
};

function cannotChargeNow(code: DeclineCode): DomainError {
  const why = WHY[code] ?? "it would be declined";
  return new DomainError("charge_not_possible", `Nothing was charged: ${why}. The request still waits for an answer.`, {
    details: { reasonCode: code },
  });
}

interface AskedChargeRequest extends PaymentRequest {
  readonly caller: MerchantCaller;
  readonly request: ChargeRequestRow;
  /** Null if the request ended unanswered. */
  readonly answer: { readonly by: MemberCaller; readonly isYes: boolean } | null;
}

interface Outcome {
  readonly status: AnsweredRequest["status"];
  readonly decidedAt: Date;
  readonly by: MemberCaller | null;
  readonly request: ChargeRequestRow;
  readonly authorizationId: AuthorizationId | null;
}

interface AskedCharge extends Payer {
  readonly agreement: AgreementRow;
  readonly requestStatus: ChargeRequestRow["status"];
  readonly isTenantSuspended: boolean;
  readonly membersStanding: bigint;
  readonly outcome: Outcome | null;
}

type Row = AgreementRow & {
  readonly chargeRequestId: string;
  readonly chargeRequestStatus: ChargeRequestRow["status"];
  readonly isTenantSuspended: boolean;
  /** Version of the member's tenant, whose developers may answer for the member. */
  readonly membersStanding: bigint;
};

/** A charge the member was asked about: the request ends in the query that writes its payment or decline. */
const ASKED_CHARGE: Instrument<AskedChargeRequest, AskedCharge, Row> = {
  kind: "agreement",
  parent: null,
  nameOf: ({ request }) => request.id,
  lock: (db, { request }) => query(db, lockAskedCharge(request.id)),
  source: () => selectAskedCharge(sql`i.name`),
  payerOf: (row) => ({
    id: row.chargeRequestId,
    memberId: row.memberId,
    accountId: row.accountId,
    currency: row.currency,
    agreement: row,
    requestStatus: row.chargeRequestStatus,
    isTenantSuspended: row.isTenantSuspended,
    membersStanding: row.membersStanding,
    outcome: null,
  }),
  // The member has already approved, so there is nothing to rescue.
  rescue: null,
  decide: (payment, charge, asked) => {
    const status = outcomeOf(payment, charge);
    const { id, exceeds } = payment.request;
    const { agreement } = charge;
    return decideAskedCharge({ now: payment.caller.now, agreement, request: { id, exceeds, status }, ...asked });
  },
  use: (charge, payment) => ({ ...ended(charge, payment), agreement: charged(charge.agreement, payment.caller.now) }),
  afterDecline: (charge, payment, decision) => {
    // The member approved a charge that can't be made: record nothing, and keep the request pending.
    if (payment.answer?.isYes && decision.outcome === "declined") throw cannotChargeNow(decision.code);
    return ended(charge, payment);
  },
  recorded: (charge, { id }) => ({ ...charge, outcome: charge.outcome && { ...charge.outcome, authorizationId: id } }),
  write: (changes) => [requestsOf(changes), agreementsOf(changes), auditsOf(changes), noticesOf(changes)],
  columns: ({ agreement }) => ({ agreementId: agreement.id }),
  missing: chargeRequestNotFound,
  decidesSuspension: true,
};

function outcomeOf(
  { request, answer, caller }: AskedChargeRequest,
  { agreement, requestStatus, isTenantSuspended, membersStanding }: AskedCharge,
): AnsweredRequest["status"] {
  requireVersion(answer?.by.standing, membersStanding);
  const asked = { ...request, status: requestStatus, agreementNow: agreement.version };
  const status = chargeRequestStatusAt(asked, caller.now);
  if (answer === null && requestStatus === "pending" && (status === "Expired" || status === "Withdrawn")) return status;
  if (answer === null || status !== "PendingApproval") throw chargeRequestNotPending(status);
  if (!answer.isYes) return "Denied";
  if (isTenantSuspended) throw cannotChargeNow("03");
  return "Approved";
}

function ended(charge: AskedCharge, payment: AskedChargeRequest): AskedCharge {
  const { request, answer, caller } = payment;
  const status = outcomeOf(payment, charge);
  return {
    ...charge,
    requestStatus: storedStatus(status),
    outcome: { status, decidedAt: caller.now, by: answer?.by ?? null, request, authorizationId: null },
  };
}

type Changes = readonly PayerChange<AskedCharge>[];

function outcomesOf(changes: Changes): readonly Outcome[] {
  return changes.flatMap(({ after }) => after.outcome ?? []);
}

function requestsOf(changes: Changes): WritePart {
  const decided = outcomesOf(changes).map(({ status, decidedAt, request, authorizationId }) => {
    if (authorizationId === null) throw new Error("a request that ended without a record");
    return { id: request.id, status, decidedAt, authorizationId };
  });
  return { name: "requests", rows: decided.length, part: (guard) => writeOutcomes(decided, guard) };
}

/** Only a payment changes the agreement, and an agreement has at most one open request. */
function agreementsOf(changes: Changes): WritePart {
  const agreements = changes
    .map(({ before, after }) => ({ before: before.agreement, after: after.agreement }))
    .filter(({ before, after }) => before !== after)
    .sort((a, b) => (a.after.id < b.after.id ? -1 : 1));
  return { name: "agreements", rows: agreements.length, part: (guard) => writeCharges(agreements, guard) };
}

function auditsOf(changes: Changes): WritePart {
  const rows = outcomesOf(changes).flatMap(({ status, by, request }) => {
    const { id, memberId, merchantId, amountMinor, currency } = request;
    const details = { member: memberId, merchant: merchantId, amount: formatAmount(amountMinor, currency), currency };
    const action = status === "Approved" ? "charge_request.approved" : "charge_request.denied";
    return by ? [auditRow(by, { action, subject: { kind: "charge_request", id }, details })] : [];
  });
  return { name: "on_record", rows: rows.length, part: (guard) => insertAuditRows(rows, guard) };
}

function noticesOf(changes: Changes): WritePart {
  const outcomes = outcomesOf(changes);
  const answered = outcomes.map(({ request: { id, memberId } }) => ({ cause: `charge:${id}`, memberId }));
  const [first] = outcomes;
  const at = first?.decidedAt ?? new Date(0);
  return { name: "notices", rows: null, part: (guard) => resolveEach(answered, at, guard) };
}

const payAskedCharge = paymentQueue(ASKED_CHARGE);
