import { runInTransaction } from "@/server/db/guarded";
import type { NewRow } from "@/server/db/insert-rows";
import { type Queryable, query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import { findAskedMoney, requestApproval } from "@/server/domain/approvals";
import { recordAudit } from "@/server/domain/audit";
import type { OperatorCaller } from "@/server/domain/caller";
import { DomainError, unknownReference } from "@/server/domain/errors";
import { type IdempotencyClaim, storeAnswer } from "@/server/domain/idempotency";
import { announceFunding, exceedsDay, type Funded, writeFundings } from "@/server/domain/members";
import { newRecordId, type RecordId } from "@/server/platform/ids";
import { parseCurrency } from "@/server/platform/money";
import type { AccountId, MemberId, TenantId } from "@/server/platform/noun-ids";
import { answerByHand, listEndToEndIds, type Work } from "../payouts";
import { publishing } from "../webhooks";
import { fundingOf, markFunded } from "./advance-statement";

type Line = Pick<
  NewRow<"bank_lines">,
  "currency" | "amountMinor" | "text" | "state" | "statementId" | "returnReason"
> & {
  readonly id: RecordId;
};

/** Locks it until the transaction ends. Throws `not_found`. */
async function lockLine(db: Queryable, { environment }: OperatorCaller, id: string): Promise<Line> {
  const [line] = await query<Line>(
    db,
    sql`SELECT id, currency, amount_minor, text, state, statement_id, return_reason FROM bank_lines
      WHERE id = ${id} AND environment = ${environment}::environment FOR NO KEY UPDATE`,
  );
  if (!line) throw new DomainError("not_found", "No such line in this environment.");
  return line;
}

function requireState({ state }: Line, ...allowed: readonly Line["state"][]): void {
  if (allowed.includes(state)) return;
  throw new DomainError("not_permitted", `This line is ${state === "unassigned" ? "not assigned" : state} already.`);
}

interface Target {
  readonly accountId: AccountId;
  readonly memberId: MemberId | null;
  readonly tenantId: TenantId;
}

/** A member can't be erased until the transaction ends. Throws `invalid_reference`. */
async function lockTarget(
  db: Queryable,
  { environment }: OperatorCaller,
  { accountId, currency }: { readonly accountId: string; readonly currency: string },
): Promise<Target> {
  const isIt = sql`a.id = ${accountId} AND a.environment = ${environment}::environment AND a.currency = ${currency}`;
  const [member] = await query<Target>(
    db,
    sql`SELECT a.id AS account_id, m.id AS member_id, m.tenant_id FROM accounts a JOIN members m ON m.id = a.member_id
      WHERE ${isIt} AND a.kind = 'member' AND m.erased_at IS NULL FOR NO KEY UPDATE OF m`,
  );
  const [float] = member
    ? []
    : await query<Target>(
        db,
        sql`SELECT a.id AS account_id, NULL AS member_id, a.tenant_id FROM accounts a WHERE ${isIt} AND a.kind = 'float'`,
      );
  const target = member ?? float;
  if (!target) throw unknownReference("accountId");
  return target;
}

/**
 * Funds an account with money that came in without its reference.
 *
 * Accounts: network (entry down), member or float (posted up). Invariant: the line's amount, once: the line is locked, and its
 * funding and state are one transaction. In live, an amount beyond the operator's daily limit moves nothing: it becomes a request
 * that another operator decides (`writeApprovedAssignment`). A retry with the same claim changes nothing.
 * Throws `not_found`, `not_permitted` for a line that isn't unassigned or left the bank, `invalid_reference` for an account of
 * another currency, and `not_permitted` for a line that waits for something else.
 */
export async function assignLine(
  caller: OperatorCaller,
  { id, accountId }: { readonly id: string; readonly accountId: string },
  claim: IdempotencyClaim<Funded> | null,
): Promise<Funded> {
  const { funded, target } = await runInTransaction(async (db) => {
    const line = await lockLine(db, caller, id);
    requireState(line, "unassigned");
    const { amountMinor, text: reference } = line;
    if (amountMinor <= 0n) throw new DomainError("not_permitted", "This line took money from the bank account.");
    const currency = parseCurrency(line.currency);
    const found = await lockTarget(db, caller, { accountId, currency });
    const { accountId: known, tenantId } = found;
    const asked = await findAskedMoney(db, caller, { bankLineId: line.id, accountId: known, payoutId: null });
    if (asked || (caller.environment === "live" && (await exceedsDay(db, caller, { amountMinor, currency })))) {
      const change = {
        kind: "funding",
        accountId: known,
        amountMinor,
        currency,
        reference,
        bankLineId: line.id,
      } as const;
      const held = { accountId: known, awaits: asked ?? (await requestApproval(db, caller, { tenantId, change })) };
      await storeAnswer(db, claim, held, caller.now);
      return { funded: held, target: null };
    }
    await write(db, caller, { line, target: found });
    const answer: Funded = { accountId: known };
    await storeAnswer(db, claim, answer, caller.now);
    return { funded: answer, target: found };
  });
  if (target) announceFunding({ id: target.accountId, memberId: target.memberId });
  return funded;
}

interface Assignment {
  readonly line: Line;
  readonly target: Target;
  readonly askedBy?: RecordId;
}

async function write(db: Queryable, caller: OperatorCaller, { line, target, askedBy }: Assignment): Promise<void> {
  const postingId = newRecordId(caller.now);
  const { statementId } = line;
  const funding = fundingOf(line, target, { postingId, statementId, ...(askedBy ? { askedBy } : {}) });
  const currency = parseCurrency(line.currency);
  await writeFundings(db, caller, [funding], { currency, floatAccountId: null, claim: null, answer: null });
  const funded = { lineId: line.id, postingId, accountId: target.accountId };
  await markFunded(db, [funded], { userId: caller.userId, at: caller.now });
}

/** Part of the second operator's decision; call `announceFunding` after it. Throws what `assignLine` throws. */
export async function writeApprovedAssignment(
  db: Queryable,
  caller: OperatorCaller,
  input: { readonly bankLineId: RecordId; readonly accountId: AccountId; readonly askedBy: RecordId },
): Promise<{ readonly id: AccountId; readonly memberId: MemberId | null }> {
  const line = await lockLine(db, caller, input.bankLineId);
  requireState(line, "unassigned");
  const target = await lockTarget(db, caller, { accountId: input.accountId, currency: line.currency });
  await write(db, caller, { line, target, askedBy: input.askedBy });
  return { id: target.accountId, memberId: target.memberId };
}

/** A line's answer tells what became of this payout. */
export interface AnsweredByLine {
  readonly payoutId: string;
  readonly state: "paid" | "returned" | "waiting";
  /** The request that a second operator decides; only while it waits. */
  readonly awaits?: RecordId;
}

/**
 * Answers a payout by a line that doesn't name it: paid where the money left, returned where it came back.
 *
 * Accounts and invariant as of `answerPayout`; line and payout are locked, and answered in one transaction. In live, a return beyond
 * the operator's daily limit moves nothing: it becomes a request, one per line and payout, that another operator decides. A retry
 * with the same claim changes nothing. Throws `not_found`, `payout_not_found`, `not_permitted` for a line that isn't unassigned, for
 * a payout of another amount or answered before, and where one of them waits for something else.
 */
export async function answerByLine(
  caller: OperatorCaller,
  { id, payoutId }: { readonly id: string; readonly payoutId: string },
  claim: IdempotencyClaim<AnsweredByLine> | null,
): Promise<AnsweredByLine> {
  return publishing(async (db, publish) => {
    const answer = await writeAnswer({ db, publish }, caller, { id, payoutId, askedBy: null });
    await storeAnswer(db, claim, answer, caller.now);
    return answer;
  });
}

interface LineAnswer {
  readonly id: string;
  readonly payoutId: string;
  readonly askedBy: RecordId | null;
}

async function writeAnswer(
  work: Work,
  caller: OperatorCaller,
  { id, payoutId, askedBy }: LineAnswer,
): Promise<AnsweredByLine> {
  const line = await lockLine(work.db, caller, id);
  requireState(line, "unassigned");
  const { currency, amountMinor: signedMinor, returnReason: reason, text } = line;
  const isReturn = signedMinor > 0n;
  const amountMinor = isReturn ? signedMinor : -signedMinor;
  const answered = await answerByHand(
    work,
    caller,
    { payout: { id: payoutId }, currency, amountMinor, isReturn, reason },
    { bankLineId: line.id, reference: [reason, text].filter(Boolean).join(" "), askedBy },
  );
  if (answered.is === "unknown") throw new DomainError("payout_not_found", "No such payout in this environment.");
  if (answered.is === "other") throw new DomainError("not_permitted", answered.because);
  if (answered.is === "held") return { payoutId, state: "waiting", awaits: answered.awaits };
  await query(
    work.db,
    sql`UPDATE bank_lines SET state = 'payout', note = ${answered.endToEndId}, user_id = ${caller.userId}, handled_at = ${caller.now}
      WHERE id = ${line.id} RETURNING 1`,
  );
  await recordAudit(work.db, caller, {
    action: "bank_line.payout",
    subject: { kind: "bank_line", id: line.id },
    details: { payoutId, state: answered.state, ...(askedBy ? { askedBy } : {}) },
  });
  return { payoutId, state: answered.state };
}

/** Part of the second operator's decision. Throws what `answerByLine` throws. */
export async function writeApprovedAnswer(
  work: Work,
  caller: OperatorCaller,
  { bankLineId, payoutId, askedBy }: Record<"bankLineId" | "payoutId" | "askedBy", RecordId>,
): Promise<void> {
  await writeAnswer(work, caller, { id: bankLineId, payoutId, askedBy });
}

/** Money to go back to its sender, or what is nobody's: fees and interest of the bank. Moves no money. */
export async function markLine(
  caller: OperatorCaller,
  { id, state, note }: { readonly id: string; readonly state: "returned" | "other"; readonly note: string },
): Promise<void> {
  await change(caller, id, { from: ["unassigned"], state, note });
}

/** Takes such a mark back. */
export async function reopenLine(caller: OperatorCaller, { id }: { readonly id: string }): Promise<void> {
  await change(caller, id, { from: ["returned", "other"], state: "unassigned", note: null });
}

interface Change {
  readonly from: readonly Line["state"][];
  readonly state: "unassigned" | "returned" | "other";
  readonly note: string | null;
}

async function change(caller: OperatorCaller, id: string, { from, state, note }: Change): Promise<void> {
  await runInTransaction(async (db) => {
    const line = await lockLine(db, caller, id);
    requireState(line, ...from);
    await query(
      db,
      sql`UPDATE bank_lines SET state = ${state}::bank_line_state, note = ${note}, user_id = ${caller.userId},
          handled_at = ${caller.now} WHERE id = ${line.id} RETURNING 1`,
    );
    await recordAudit(db, caller, {
      action: state === "unassigned" ? "bank_line.reopened" : `bank_line.${state}`,
      subject: { kind: "bank_line", id: line.id },
      details: { from: line.state },
    });
  });
}

/** Forgets whom and what the lines name that funded these members, or say what became of their payouts. Idempotent. */
export async function eraseLines(db: Queryable, memberIds: readonly MemberId[]): Promise<void> {
  const endToEndIds = await listEndToEndIds(db, memberIds);
  await query(
    db,
    sql`UPDATE bank_lines SET counterparty_name = NULL, counterparty_number = NULL, text = '', end_to_end_id = NULL, note = NULL
      WHERE account_id IN (SELECT id FROM accounts WHERE member_id = ANY(${[...memberIds]}::text[]))
        OR id IN (SELECT l.id FROM unnest(${endToEndIds}::text[]) o (end_to_end_id)
          JOIN bank_lines l ON position(o.end_to_end_id IN upper(concat_ws(' ', l.end_to_end_id, l.text, l.note))) > 0)
      RETURNING 1`,
  );
}
