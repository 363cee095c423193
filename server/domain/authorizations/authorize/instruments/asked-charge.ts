import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import { auditRow, insertAuditRows } from "@/server/domain/audit";
import type { MemberCaller, MerchantCaller } from "@/server/domain/caller";
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
  lockAskedCharge,
  selectAskedCharge,
  storedStatus,
  writeCharges,
  writeOutcomes,
} from "@/server/domain/recurring";
import { formatAmount } from "@/server/platform/money";
import type { AuthorizationId } from "@/server/platform/noun-ids";
import { cannotChargeNow } from "../cannot-charge-now";
import type { Instrument, Payer, PayerChange, PaymentRequest, WritePart } from "../payment-request";

export interface AskedChargeRequest extends PaymentRequest {
  /** The merchant that asked, as it did. */
  readonly caller: MerchantCaller;
  /** What was asked, which never changes. */
  readonly request: ChargeRequestRow;
  /** Null: it is over without one. */
  readonly answer: { readonly by: MemberCaller; readonly isYes: boolean } | null;
}

interface Outcome {
  readonly status: AnsweredRequest["status"];
  readonly decidedAt: Date;
  readonly by: MemberCaller | null;
  readonly request: ChargeRequestRow;
  /** Null until there is a record of it. */
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
  /** Of the member's tenant, whose developers may answer in its place. */
  readonly membersStanding: bigint;
};

/** A charge that its member was asked about: the request ends in the statement that writes the payment, or the decline. */
export const ASKED_CHARGE: Instrument<AskedChargeRequest, AskedCharge, Row> = {
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
  // It is the member's word already.
  rescue: null,
  decide: (payment, charge, asked) => {
    const status = outcomeOf(payment, charge);
    const { id, exceeds } = payment.request;
    const { agreement } = charge;
    return decideAskedCharge({ now: payment.caller.now, agreement, request: { id, exceeds, status }, ...asked });
  },
  use: (charge, payment) => ({ ...ended(charge, payment), agreement: charged(charge.agreement, payment.caller.now) }),
  afterDecline: (charge, payment, decision) => {
    // The member said yes: nothing is recorded of what can't be, and the request stays.
    if (payment.answer?.isYes && decision.outcome === "declined") throw cannotChargeNow(decision.code);
    return ended(charge, payment);
  },
  recorded: (charge, { id }) => ({ ...charge, outcome: charge.outcome && { ...charge.outcome, authorizationId: id } }),
  write: (changes) => [requestsOf(changes), agreementsOf(changes), auditsOf(changes), noticesOf(changes)],
  columns: ({ agreement }) => ({ agreementId: agreement.id }),
  missing: chargeRequestNotFound,
  decidesSuspension: true,
};

/** What the answer makes of the request. Throws `charge_request_not_pending`, `charge_not_possible`. */
function outcomeOf(
  { request, answer, caller }: AskedChargeRequest,
  { agreement, requestStatus, isTenantSuspended, membersStanding }: AskedCharge,
): AnsweredRequest["status"] {
  answer?.by.standing?.prove(membersStanding);
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

/** Only a payment changes the agreement; each has at most one request at a time. */
function agreementsOf(changes: Changes): WritePart {
  const agreements = changes
    .map(({ before, after }) => ({ before: before.agreement, after: after.agreement }))
    .filter(({ before, after }) => before !== after)
    .sort((a, b) => (a.after.id < b.after.id ? -1 : 1));
  return { name: "agreements", rows: agreements.length, part: (guard) => writeCharges(agreements, guard) };
}

/** What a member does is on record. */
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
