import { announce } from "@/server/db/announce";
import { type Queryable, query } from "@/server/db/query";
import { type Sql, sql } from "@/server/db/sql";
import { newRecordId, type RecordId } from "@/server/platform/ids";
import { formatAmount, parseCurrency } from "@/server/platform/money";
import { auditPart } from "../audit";
import type { ApiKeyCaller, NetworkCaller, OperatorCaller } from "../caller";
import { DomainError } from "../errors";
import { type IdempotencyClaim, storeAnswer } from "../idempotency";
import { ensureMerchantAccount, ensureNetworkAccount, postPayoutReturn } from "../ledger";
import { type Publish, publishing } from "../webhooks";
import { nextState } from "./payout";
import { lockPayouts, payoutEvent, type ToldPayout } from "./payout-events";

/** A transaction, and how it leaves events. */
export interface Work {
  readonly db: Queryable;
  readonly publish: Publish;
}

/** The network itself: as a statement is read. */
type Caller = NetworkCaller | OperatorCaller | ApiKeyCaller;

/** A line of a bank statement. */
export interface BankAnswer {
  /** By its end-to-end id, as banks call it, or its own. */
  readonly payout: { readonly endToEndId: string } | { readonly id: string };
  readonly currency: string;
  /** Positive in both directions. */
  readonly amountMinor: bigint;
  /** The money came back. */
  readonly isReturn: boolean;
  /** The bank's code or words; null if it gave none. */
  readonly reason: string | null;
}

export type Answered =
  | {
      readonly is: "answered";
      readonly payoutId: string;
      readonly endToEndId: string;
      readonly state: "paid" | "returned";
      /** What gave the money back; null where it was paid. */
      readonly postingId: RecordId | null;
    }
  /** No payout of this environment is called that. */
  | { readonly is: "unknown" }
  /** Of another amount or currency, answered before, or back from a member who has left: one sentence says why. */
  | { readonly is: "other"; readonly payoutId: string; readonly because: string };

type Unanswered = Exclude<Answered, { is: "answered" }>;

const MAX_REASON = 140;
const HAS_LEFT = "The member has left: assign the money to the tenant’s float.";

/**
 * What a bank statement says of a payout, in the transaction that keeps its line. Banks change the case of ids.
 *
 * Accounts: where the money came back, network (entry down) and the account that it left, a merchant's (entry up, for the next
 * batch) or a member's (posted up; the fee stays charged). Invariant: a payout comes back once and whole, and to nobody who has
 * left. Nothing is written unless the answer is `answered`; the same line again is `other`.
 */
export async function answerPayout(
  work: Work,
  caller: NetworkCaller | ApiKeyCaller,
  answer: BankAnswer,
): Promise<Answered> {
  const found = await findAnswered(work.db, caller, answer);
  return found.is === "fitting" ? settle(work, caller, { ...answer, payout: found.payout }) : found;
}

/** The payout that the bank's answer fits, locked as its member is where the money comes back. */
export async function findAnswered(
  db: Queryable,
  { environment }: Caller,
  { payout: named, amountMinor, currency, isReturn }: BankAnswer,
): Promise<Unanswered | { readonly is: "fitting"; readonly payout: ToldPayout }> {
  const isNamed = "id" in named ? sql`o.id = ${named.id}` : sql`o.end_to_end_id = ${named.endToEndId.toUpperCase()}`;
  const isIt = sql`${isNamed} AND o.environment = ${environment}::environment`;
  const hasLeft = isReturn && (await lockPayee(db, isIt));
  const [payout] = await lockPayouts(db, isIt);
  if (!payout) return { is: "unknown" };
  const { id: payoutId } = payout;
  if (payout.amountMinor !== amountMinor || payout.currency !== currency) {
    return { is: "other", payoutId, because: "The payout has another amount." };
  }
  if (nextState(payout, isReturn ? "return" : "pay") === null) {
    return { is: "other", payoutId, because: `The payout is ${payout.state} already.` };
  }
  if (hasLeft) return { is: "other", payoutId, because: HAS_LEFT };
  return { is: "fitting", payout };
}

/** The member whose money it is can't be erased until the transaction ends. Returns whether they were before. */
async function lockPayee(db: Queryable, isIt: Sql): Promise<boolean> {
  const [payee] = await query<{ hasLeft: boolean }>(
    db,
    sql`SELECT m.erased_at IS NOT NULL AS has_left FROM payouts o JOIN accounts a ON a.id = o.account_id
        JOIN members m ON m.id = a.member_id
      WHERE ${isIt} FOR NO KEY UPDATE OF m`,
  );
  return payee?.hasLeft ?? false;
}

interface Settled {
  readonly payout: ToldPayout;
  readonly isReturn: boolean;
  readonly reason: string | null;
  readonly askedBy?: RecordId;
}

/** Writes the answer that fits, in the transaction that has found so. */
export async function settle(
  work: Work,
  caller: Caller,
  { payout, isReturn, reason, askedBy }: Settled,
): Promise<Extract<Answered, { is: "answered" }>> {
  const { id: payoutId, endToEndId } = payout;
  if (isReturn) {
    const postingId = await giveBack(work, caller, { payout, trigger: "return", reason, askedBy });
    return { is: "answered", payoutId, endToEndId, state: "returned", postingId };
  }
  const paid = sql`UPDATE payouts SET state = 'paid', paid_at = ${caller.now}, answered_by = ${answererOf(caller)},
      sent_at = coalesce(sent_at, ${caller.now}::timestamptz) WHERE id = ${payoutId}`;
  await query(work.db, paid);
  await work.publish([payoutEvent(payout, "paid", caller.now)]);
  announcePayout(work.db, payout);
  return { is: "answered", payoutId, endToEndId, state: "paid", postingId: null };
}

interface PlayedAnswer {
  readonly id: string;
  readonly isReturn: boolean;
  readonly reason: string | null;
}

/** How far a payout of the sandbox has come. */
export interface PlayedPayout {
  readonly id: string;
  readonly state: "paid" | "returned";
}

/**
 * Plays operators and bank for a test payout of the tenant's: sends it if nobody has, and answers it. Accounts and invariant as of
 * `answerPayout`. A retry with the same claim changes nothing. Throws `payout_not_found`, `payout_answered`, also for money that would
 * come back to a member who has left.
 */
export async function playBank(
  caller: ApiKeyCaller,
  { id, isReturn, reason }: PlayedAnswer,
  claim: IdempotencyClaim<PlayedPayout> | null,
): Promise<PlayedPayout> {
  return publishing(async (db, publish) => {
    const { tenantId, now } = caller;
    const isIt = sql`o.id = ${id} AND o.tenant_id = ${tenantId} AND o.environment = 'test'`;
    if (isReturn) await lockPayee(db, isIt);
    const [payout] = await lockPayouts(db, isIt);
    if (!payout) throw new DomainError("payout_not_found", "No such payout in this environment.");
    if (payout.state === "pending" || payout.state === "exported") {
      await query(
        db,
        sql`UPDATE payouts SET state = 'sent', exported_at = coalesce(exported_at, ${now}::timestamptz), sent_at = ${now}
          WHERE id = ${id}`,
      );
      await publish([payoutEvent(payout, "sent", now)]);
    }
    const { currency, amountMinor } = payout;
    const answered = await answerPayout({ db, publish }, caller, {
      payout: { id },
      currency,
      amountMinor,
      isReturn,
      reason,
    });
    if (answered.is !== "answered") {
      const hasLeft = answered.is === "other" && answered.because === HAS_LEFT;
      const because = hasLeft
        ? "The member has left: nobody is there to get the money back."
        : `The payout is ${payout.state} already.`;
      throw new DomainError("payout_answered", because, { details: { status: payout.state } });
    }
    const played = { id, state: answered.state };
    await storeAnswer(db, claim, played, now);
    return played;
  }, caller.standing);
}

const answererOf = (caller: Caller) => (caller.kind === "operator" ? caller.userId : null);

interface GivenBack {
  readonly payout: ToldPayout;
  readonly trigger: "return" | "fail";
  readonly reason: string | null;
  /** The operator whose request another has approved. */
  readonly askedBy?: RecordId | undefined;
}

/** Posts the money back to the account that it left. The payout must be locked, in a state that the trigger leaves. */
export async function giveBack(
  { db, publish }: Work,
  caller: Caller,
  { payout, trigger, reason, askedBy }: GivenBack,
): Promise<RecordId> {
  const { environment, now } = caller;
  const { id, tenantId, amountMinor, merchantId, accountId: memberAccountId } = payout;
  const currency = parseCurrency(payout.currency);
  const opening = { environment, currency, createdAt: now };
  const accountId = memberAccountId ?? (merchantId && (await ensureMerchantAccount(db, { merchantId, ...opening })));
  if (!accountId) throw new Error("a payout is of a batch or of an account");
  const networkAccountId = await ensureNetworkAccount(db, opening);
  const [postingId, auditRecordId] = [newRecordId(now), newRecordId(now)];
  const state = trigger === "return" ? "returned" : "failed";
  const posting = { ...opening, id: postingId, kind: "payout_return" as const, authorizationId: null };
  const given = {
    posting,
    accountId,
    isOfMember: memberAccountId !== null,
    networkAccountId,
    amountMinor,
    auditRecordId,
  };
  const audited = {
    id: auditRecordId,
    action: `payout.${state}`,
    subject: { kind: "account", id: accountId },
    details: {
      payoutId: id,
      postingId,
      currency,
      amount: formatAmount(amountMinor, currency),
      ...(askedBy ? { askedBy } : {}),
    },
    tenantId,
  };
  const [returned] = await query<{ id: string }>(
    db,
    sql`WITH ${postPayoutReturn(given)}, ${auditPart(caller, audited, "account")},
      payout AS (UPDATE payouts SET state = ${state}::payout_state, returned_at = ${now}, return_posting_id = ${postingId},
          return_reason = ${reason?.slice(0, MAX_REASON) ?? null}, answered_by = ${answererOf(caller)}
        FROM account WHERE payouts.id = ${id} RETURNING payouts.id)
      SELECT id FROM payout`,
  );
  if (!returned) throw new Error("a payout's account is gone");
  await publish([payoutEvent({ ...payout, returnReason: reason }, state, now)]);
  announcePayout(db, payout);
  return postingId;
}

export function announcePayout(db: Queryable, { tenantId, environment, accountId, memberId }: ToldPayout): void {
  announce(db, `tenant:${tenantId}:${environment}`);
  if (accountId !== null && memberId !== null) announce(db, `account:${accountId}`, `member:${memberId}`);
}
