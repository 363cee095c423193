import type { Queryable } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import { parseRecordId, type RecordId } from "@/server/platform/ids";
import { parseCurrency } from "@/server/platform/money";
import { findAskedMoney, requestApproval } from "../approvals";
import type { OperatorCaller } from "../caller";
import { DomainError } from "../errors";
import { exceedsDay } from "../members";
import { publishing } from "../webhooks";
import { type Answered, type BankAnswer, findAnswered, giveBack, settle, type Work } from "./answer-payout";
import { nextState } from "./payout";
import { lockPayouts, type ToldPayout } from "./payout-events";

interface ByHand {
  readonly bankLineId: RecordId;
  /** What the bank wrote, for a second operator. */
  readonly reference: string;
  /** The operator whose request the caller approves; null: nobody asked yet. */
  readonly askedBy: RecordId | null;
}

/**
 * `answerPayout` as an operator says, of a line that doesn't name the payout. In live, money that came back beyond the operator's
 * limit of a day moves nothing: it becomes a request that another operator decides. Throws `not_permitted` for a payout that waits
 * to be given back otherwise.
 */
export async function answerByHand(
  work: Work,
  caller: OperatorCaller,
  answer: BankAnswer,
  { bankLineId, reference, askedBy }: ByHand,
): Promise<Answered | { readonly is: "held"; readonly awaits: RecordId }> {
  const found = await findAnswered(work.db, caller, answer);
  if (found.is !== "fitting") return found;
  const { payout } = found;
  if (askedBy) return settle(work, caller, { ...answer, payout, askedBy });
  const awaits = await hold(work.db, caller, { payout, bankLineId, reference, isBack: answer.isReturn });
  return awaits ? { is: "held", awaits } : settle(work, caller, { ...answer, payout });
}

interface Held {
  readonly payout: ToldPayout;
  readonly bankLineId: RecordId | null;
  readonly reference: string;
  /** The account has the money again. */
  readonly isBack: boolean;
}

/** The request for a second operator, if one is needed or waits already. */
async function hold(
  db: Queryable,
  caller: OperatorCaller,
  { payout, bankLineId, reference, isBack }: Held,
): Promise<RecordId | null> {
  const { tenantId, amountMinor } = payout;
  const [payoutId, currency] = [parseRecordId(payout.id), parseCurrency(payout.currency)];
  const asked = await findAskedMoney(db, caller, { bankLineId, accountId: null, payoutId });
  if (asked) return asked;
  if (!isBack || caller.environment !== "live" || !(await exceedsDay(db, caller, { amountMinor, currency })))
    return null;
  const change = { kind: "payout_return", payoutId, bankLineId, amountMinor, currency, reference } as const;
  return requestApproval(db, caller, { tenantId, change });
}

async function lockFailing(db: Queryable, { environment }: OperatorCaller, id: string): Promise<ToldPayout> {
  const [payout] = await lockPayouts(db, sql`o.id = ${id} AND o.environment = ${environment}::environment`);
  if (!payout) throw new DomainError("payout_not_found", "No such payout in this environment.");
  if (nextState(payout, "fail") === null) {
    throw new DomainError("not_permitted", `A payout can’t fail while it is ${payout.state}.`);
  }
  return payout;
}

interface FailedPayout {
  /** The request that a second operator decides; absent if the money was given back. */
  readonly awaits?: RecordId;
}

/**
 * An operator knows that the bank refused to pay. Accounts and invariant as of a return, and it waits for a second operator as a
 * return by hand does: a second call is told the same request. Once the payout failed it is refused. Throws `payout_not_found`,
 * `not_permitted`.
 */
export async function failPayout(
  caller: OperatorCaller,
  { id, reason }: { readonly id: string; readonly reason: string },
): Promise<FailedPayout> {
  return publishing(async (db, publish) => {
    const payout = await lockFailing(db, caller, id);
    const awaits = await hold(db, caller, { payout, bankLineId: null, reference: reason, isBack: true });
    if (awaits) return { awaits };
    await giveBack({ db, publish }, caller, { payout, trigger: "fail", reason });
    return {};
  });
}

/** Part of the second operator's decision. Throws what `failPayout` throws. */
export async function writeApprovedFailure(
  work: Work,
  caller: OperatorCaller,
  { payoutId, reason, askedBy }: { readonly payoutId: RecordId; readonly reason: string; readonly askedBy: RecordId },
): Promise<void> {
  const payout = await lockFailing(work.db, caller, payoutId);
  await giveBack(work, caller, { payout, trigger: "fail", reason, askedBy });
}
