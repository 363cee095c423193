import { announce } from "@/server/db/announce";
import { isUniqueViolation } from "@/server/db/errors";
import { runGuarded, STALE } from "@/server/db/guarded";
import { changeRow, insertRows, type NewRow } from "@/server/db/insert-rows";
import { getPool } from "@/server/db/pool";
import { type Queryable, query } from "@/server/db/query";
import { type Sql, sql } from "@/server/db/sql";
import { type AuthorizationRow, getMemberAuthorization } from "@/server/domain/authorizations";
import { wake } from "@/server/domain/wake";
import { isRecordId, newRecordId, type RecordId } from "@/server/platform/ids";
import { AuthorizationId, type MemberId, type MerchantId } from "@/server/platform/noun-ids";
import { auditPart, recordAudit } from "../audit";
import { actorOf, requirePermission } from "../authority";
import type { MemberCaller, TenantCaller } from "../caller";
import { DomainError } from "../errors";
import { type IdempotencyClaim, recordAnswer, storeAnswer } from "../idempotency";
import { resolveNotices } from "../notifications";
import { onClockOf } from "../sandbox-clock";
import { eraseCopies, findSubscribers, type NewEvent, publishing, recordEvent } from "../webhooks";

export type DisputeRow = NewRow<"disputes">;
type DisputeOutcome = NonNullable<DisputeRow["outcome"]>;

/** A dispute with its payment. Minor units. */
export interface Dispute extends DisputeRow {
  readonly authorizationNumber: string;
  readonly merchantId: MerchantId;
  readonly merchantReference: string | null;
  /** Of the payment and its increments; what was asked for, if it was declined. */
  readonly amountMinor: bigint;
  readonly currency: string;
  /** Refunded or released since the dispute was opened. */
  readonly returnedMinor: bigint;
  /** Null if another tenant issued to the member. */
  readonly issuedTo: MemberId | null;
}

/** Of `disputesIn`. */
export const DISPUTED = sql`a.authorization_number, a.merchant_id, a.merchant_reference, a.currency, own.id AS issued_to,
    CASE WHEN a.outcome = 'approved' THEN a.family_amount_minor ELSE a.amount_minor END AS amount_minor,
    a.family_voided_minor + a.family_refunded_minor - d.returned_before_minor AS returned_minor`;

/** FROM for disputes `d`, with the payment as `a`, and as `own` the member if the tenant issued to them. */
export const disputesIn = (rows: Sql): Sql => sql`FROM ${rows} d JOIN authorizations a ON a.id = d.authorization_id
  LEFT JOIN members own ON own.id = d.member_id AND own.tenant_id = d.tenant_id`;

type Acquirer = Pick<TenantCaller, "tenantId" | "environment">;

const isOwn = ({ tenantId, environment }: Acquirer): Sql =>
  sql`d.tenant_id = ${tenantId} AND d.environment = ${environment}::environment`;

/** The member's own, of a payment. */
export async function findDispute(
  caller: MemberCaller,
  input: { readonly authorizationId: AuthorizationId },
  db: Queryable = getPool(),
): Promise<DisputeRow | null> {
  const [dispute] = await query<DisputeRow>(
    db,
    sql`SELECT * FROM disputes
      WHERE authorization_id = ${input.authorizationId} AND member_id = ${caller.memberId}`,
  );
  return dispute ?? null;
}

/** The acquirer's, of a payment. */
export async function findDisputeOf(
  caller: Acquirer,
  { authorizationId }: { readonly authorizationId: AuthorizationId },
): Promise<Dispute | null> {
  const [dispute] = await query<Dispute>(
    getPool(),
    sql`SELECT d.*, ${DISPUTED} ${disputesIn(sql`disputes`)} WHERE d.authorization_id = ${authorizationId} AND ${isOwn(caller)}`,
  );
  return dispute ?? null;
}

/** Throws `dispute_not_found`. */
export async function readDispute(
  caller: Acquirer,
  { id }: { readonly id: string },
  db: Queryable = getPool(),
): Promise<Dispute> {
  const [dispute] = isRecordId(id)
    ? await query<Dispute>(
        db,
        sql`SELECT d.*, ${DISPUTED} ${disputesIn(sql`disputes`)} WHERE d.id = ${id} AND ${isOwn(caller)}`,
      )
    : [];
  if (!dispute) throw disputeNotFound();
  return dispute;
}

export function disputeNotFound(): DomainError {
  return new DomainError("dispute_not_found", "No such dispute.");
}

type DisputeEventType = "dispute.opened" | "dispute.closed" | "dispute.answered";

function disputeEvent(type: DisputeEventType, dispute: Dispute, at: Date): NewEvent {
  const { id, tenantId, environment, currency, merchantReference, reason, note, outcome, message, answer } = dispute;
  const facts = {
    recordId: id,
    merchant: dispute.merchantId,
    currency,
    authorization: dispute.authorizationId,
    authorizationId: dispute.authorizationNumber,
    merchantReference,
    amountMinor: dispute.amountMinor.toString(),
    member: dispute.issuedTo,
    reason,
    note,
    outcome,
    message,
    answer,
    status: dispute.closedAt === null ? ("open" as const) : ("closed" as const),
  };
  return { tenantId, environment, type, sequence: 1, facts, source: id, at };
}

interface Opened {
  /** The disputed authorization. */
  readonly id: string;
  readonly reason: DisputeRow["reason"];
  readonly note: string | null;
}

/**
 * A member disputes a payment, once: repeats are the same dispute, and the first reason and note stay. Moves no money. Throws
 * `transaction_not_found`.
 */
export async function openDispute(
  caller: MemberCaller,
  { id, reason, note }: Opened,
  claim: IdempotencyClaim<Dispute> | null = null,
): Promise<Dispute> {
  const root = await getMemberAuthorization(caller, { id });
  const opened = await runGuarded<Dispute>(async ({ db }) => {
    const { now } = await onClockOf(caller, root, db);
    const known = await findDispute(caller, { authorizationId: root.id }, db);
    if (known) {
      const dispute = withPayment(known, root, caller);
      await storeAnswer(db, claim, dispute, now);
      return dispute;
    }
    const row: DisputeRow = {
      id: newRecordId(now),
      authorizationId: root.id,
      memberId: caller.memberId,
      tenantId: root.tenantId,
      environment: root.environment,
      reason,
      note,
      createdAt: now,
      closedAt: null,
      closedBy: null,
      outcome: null,
      message: null,
      answer: null,
      answeredAt: null,
    };
    const dispute = withPayment(row, root, caller);
    const audited = {
      action: "dispute.opened",
      subject: { kind: "authorization", id: root.id },
      details: { reason, hasNote: note !== null },
    };
    const event = disputeEvent("dispute.opened", dispute, now);
    const subscribers = await findSubscribers(event, [event.type], db);
    try {
      await query(
        db,
        sql`WITH dispute AS (${insertRows("disputes", [row], "(SELECT 1) AS work")}),
          ${recordAnswer(claim, dispute, now, "dispute")},
          ${auditPart(caller, audited, "idempotency")},
          ${recordEvent(event, subscribers, "idempotency")}
          SELECT 1 FROM dispute`,
      );
    } catch (error) {
      if (isUniqueViolation(error, "disputes_authorization_id_key")) return STALE;
      throw error;
    }
    announce(db, `member:${caller.memberId}`, `tenant:${root.tenantId}:${root.environment}`);
    return dispute;
  }, caller.standing);
  wake("notifications");
  return opened;
}

/** Nothing has gone back of a payment since a dispute that is new, or answered to the member who opened it. */
function withPayment(row: DisputeRow, root: AuthorizationRow, caller: MemberCaller): Dispute {
  const { authorizationNumber, merchantId, merchantReference, currency } = root;
  return {
    ...row,
    authorizationNumber,
    merchantId,
    merchantReference,
    currency,
    amountMinor: root.outcome === "approved" ? root.familyAmountMinor : root.amountMinor,
    returnedMinor: 0n,
    issuedTo: caller.tenantId === root.tenantId ? caller.memberId : null,
  };
}

interface Closing {
  readonly id: string;
  readonly outcome: DisputeOutcome;
  /** To the member. */
  readonly message: string | null;
}

/**
 * The acquirer closes a dispute, once, and the member is told. Refunding is another act; a dispute is closed as `refunded` only
 * if some of the payment has gone back. Marks the dispute's notification as read, for everyone. Throws `not_permitted`,
 * `dispute_not_found`, `dispute_closed`, `dispute_not_refunded`.
 */
export async function closeDispute(
  caller: TenantCaller,
  { id, ...given }: Omit<Closing, "outcome"> & { readonly outcome: DisputeOutcome | "by_refund" },
  claim: IdempotencyClaim<Dispute> | null,
): Promise<Dispute> {
  requirePermission(caller, "move_money");
  const closed = await publishing(async (db, publish) => {
    const open = await lockDispute(db, caller, id);
    const { message } = given;
    const outcome = given.outcome === "by_refund" ? (open.returnedMinor > 0n ? "refunded" : "rejected") : given.outcome;
    if (open.closedAt !== null) {
      const details = { outcome: open.outcome };
      throw new DomainError("dispute_closed", "This dispute is closed already.", { details });
    }
    if (outcome === "refunded" && open.returnedMinor === 0n) {
      throw new DomainError("dispute_not_refunded", "Nothing of this payment has gone back since it was disputed.");
    }
    const changes = { outcome, message, closedAt: caller.now, closedBy: actorOf(caller).actorId };
    const dispute: Dispute = { ...open, ...changes };
    const { tenantId } = caller;
    await query(db, changeRow("disputes", id, changes));
    await query(
      db,
      sql`WITH work AS (SELECT 1), ${resolveNotices({ cause: `report:${id}`, of: { tenantId }, now: caller.now }, "work")}
        SELECT 1`,
    );
    const audited = { action: "dispute.closed", subject: { kind: "dispute", id }, details: { outcome } };
    await recordAudit(db, caller, audited);
    await publish([disputeEvent("dispute.closed", dispute, caller.now)]);
    await storeAnswer(db, claim, dispute, caller.now);
    announce(db, `member:${open.memberId}`, `tenant:${tenantId}:${open.environment}`);
    return dispute;
  }, caller.standing);
  wake("notifications");
  return closed;
}

async function lockDispute(db: Queryable, caller: TenantCaller, id: string): Promise<Dispute> {
  if (!isRecordId(id)) throw disputeNotFound();
  await query(db, sql`SELECT 1 FROM disputes d WHERE d.id = ${id} AND ${isOwn(caller)} FOR NO KEY UPDATE`);
  return readDispute(caller, { id }, db);
}

/**
 * The member's one answer to what the acquirer said in closing; the same words again change nothing. It opens nothing again: the
 * acquirer is told. Throws
 * `dispute_not_found`, `dispute_not_answerable` if it is open or answered.
 */
export async function answerDispute(
  caller: MemberCaller,
  { id: authorizationId, answer }: { readonly id: string; readonly answer: string },
  claim: IdempotencyClaim<Dispute> | null = null,
): Promise<Dispute> {
  if (!AuthorizationId.is(authorizationId)) throw disputeNotFound();
  const answered = await publishing(async (db, publish) => {
    const known = await findDispute(caller, { authorizationId }, db);
    if (!known) throw disputeNotFound();
    const { id, tenantId, environment } = known;
    const { now } = await onClockOf(caller, known, db);
    const [written] = await query(
      db,
      sql`UPDATE disputes SET answer = ${answer}, answered_at = ${now}
        WHERE id = ${id} AND outcome IS NOT NULL AND answered_at IS NULL RETURNING id`,
    );
    if (!written && known.answer !== answer) {
      throw new DomainError(
        "dispute_not_answerable",
        "This dispute can’t be answered: it is open, or you have answered.",
      );
    }
    const dispute = await readDispute({ tenantId, environment }, { id }, db);
    if (!written) {
      // The answer of before: a repeat of its request is told by its key.
      await storeAnswer(db, claim, dispute, now);
      return dispute;
    }
    await recordAudit(db, caller, {
      action: "dispute.answered",
      subject: { kind: "authorization", id: authorizationId },
    });
    await publish([disputeEvent("dispute.answered", dispute, now)]);
    await storeAnswer(db, claim, dispute, now);
    announce(db, `member:${caller.memberId}`, `tenant:${tenantId}:${environment}`);
    return dispute;
  }, caller.standing);
  wake("notifications");
  return answered;
}

/** In the caller's transaction. Idempotent. */
export async function eraseDisputes(db: Queryable, memberIds: readonly MemberId[]): Promise<void> {
  await query(
    db,
    sql`UPDATE disputes SET note = NULL, message = NULL, answer = NULL
      WHERE member_id = ANY(${[...memberIds]}::text[]) AND num_nonnulls(note, message, answer) > 0`,
  );
}

/** The words of disputes in their events. Idempotent. */
export async function eraseDisputeCopies(memberIds: readonly MemberId[]): Promise<void> {
  const disputes = await query<{ id: RecordId }>(
    getPool(),
    sql`SELECT id FROM disputes WHERE member_id = ANY(${[...memberIds]}::text[])`,
  );
  if (disputes.length > 0) await eraseCopies(disputes.map(({ id }) => id));
}
