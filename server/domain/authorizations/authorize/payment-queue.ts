import { guardedQueue, NEXT_BATCH } from "@/server/db/batches/guarded-batch";
import type { Attempt } from "@/server/db/guarded";
import { staffAuditRows } from "@/server/domain/audit";
import { requireActiveTenant } from "@/server/domain/authority";
import { unknownReference } from "@/server/domain/errors";
import { throwIfAnswered, throwIfAnswerRemembered } from "@/server/domain/idempotency";
import type { MerchantFacts } from "@/server/domain/merchants";
import { requireMinor } from "@/server/domain/require-minor";
import { type Habit, scoreRisk } from "@/server/domain/risk";
import { twoClocks } from "@/server/domain/sandbox-clock";
import { metrics } from "@/server/platform/metrics";
import { parseCurrency } from "@/server/platform/money";
import { newAuthorizationRow } from "../new-authorization-row";
import { type AccountFigures, BatchState } from "./batch-state";
import { decideOrRescue, offerRescue } from "./decide-or-rescue";
import { type OverdueHolds, overdueHoldsBehind } from "./expire-before-declining";
import { inheritedFrom, type Parent } from "./parent";
import type { DecisionInput, Instrument, Payer, PaymentRequest, Recorded, UnknownPayer } from "./payment-request";
import { type Facts, readFacts } from "./read-facts";
import { type Decided, saleOf, writeDecided } from "./write-decided";

type Outcome = Recorded | UnknownPayer | OverdueHolds;
type Settled = PromiseSettledResult<Outcome | typeof NEXT_BATCH>;

/**
 * Asks for money of one kind of payer: read, decide, write (design 4). What is asked at the same moment is read in one
 * statement, decided one after the other in the order of arrival, and written in one; each gets its own outcome. If
 * something moved in between, or one of them fails the statement of all, they are tried again in halves, down to the one
 * that stands alone: that one locks what it decides about.
 *
 * A repeat under a key that has its answer is found by the same read, or is remembered: throws AnsweredError. Throws
 * UnavailableError where the database went away; what was under way may then have been written, which only a repeat under
 * the same key finds out.
 */
export function paymentQueue<A extends PaymentRequest, P extends Payer, R>(
  instrument: Instrument<A, P, R>,
): (request: A) => Promise<Outcome> {
  const decideInTurn = guardedQueue<A, Outcome>({
    name: instrument.kind,
    namesOf: (request) => [instrument.nameOf(request)],
    keyOf: ({ claim }) => claim,
    partyOf: ({ caller }) => caller.tenantId,
    attemptAll: (attempt, requests) => attemptAll(attempt, instrument, requests),
  });
  return async (request) => {
    throwIfAnswerRemembered(request.claim);
    const outcome = await decideInTurn(request);
    if ("row" in outcome) {
      const { environment, responseCode: code } = outcome.row;
      metrics().decisions.inc({ instrument: instrument.kind, environment, code });
    }
    return outcome;
  };
}

/** One reading, one decision each, one write. Rejects as a whole where nothing was written and all may be tried again. */
async function attemptAll<A extends PaymentRequest, P extends Payer, R>(
  attempt: Attempt,
  instrument: Instrument<A, P, R>,
  requests: readonly A[],
): Promise<Settled[]> {
  const facts = await readFacts(attempt, instrument, requests);
  const state = new BatchState<P>();
  const decided: Decided[] = [];
  const settled = requests.map((request, index): Settled => {
    try {
      const outcome = decideOne(instrument, state, request, facts[index]);
      if (outcome === NEXT_BATCH || !("recorded" in outcome)) return { status: "fulfilled", value: outcome };
      decided.push(outcome);
      return { status: "fulfilled", value: outcome.recorded };
    } catch (reason) {
      return { status: "rejected", reason };
    }
  });
  const effects = {
    parents: state.parentChanges(),
    payers: instrument.write(state.payerChanges()),
    rescues: state.spentRescues(),
    takes: state.takes(),
  };
  const areDelivered = decided.length > 0 && (await writeDecided(attempt, decided, effects));
  if (!areDelivered) attempt.leavesNothing?.();
  return settled;
}

function decideOne<A extends PaymentRequest, P extends Payer, R>(
  instrument: Instrument<A, P, R>,
  state: BatchState<P>,
  request: A,
  facts: Facts<P> | undefined,
): Decided | UnknownPayer | OverdueHolds | typeof NEXT_BATCH {
  if (!facts) throw new Error("a read that always has a row for each request had none");
  const { answered, merchant, payer: found, subscribers, merchantAccountId, drawn } = facts;
  request.caller.standing?.prove(facts.standing.version);
  throwIfAnswered(request.claim, answered);
  if (!instrument.decidesSuspension) requireActiveTenant(facts);
  if (drawn === null) throw new Error("a number is drawn for each request that isn’t a repeat");
  const refusal = found ? null : instrument.missing();
  if (refusal) throw refusal;
  if (!merchant) throw unknownReference("merchant");
  if (!found) return { unknownPayerAt: merchant.id, subscribers };
  const { caller, isSale, mayExpire } = request;
  if (found.isOnOtherClock && !request.paysNothing) throw twoClocks(request.isMembersYes ? "member" : "merchant");
  const { payer, account } = state.find(found.read, found.figures);
  if (instrument.isOfEarlierDay?.(payer, request)) return NEXT_BATCH;
  const parent = found.parent && state.parent(found.parent);
  if (parent) instrument.parent?.requireOpen(parent, caller.now);
  const input = decisionInputOf(request, { payer, parent, account, merchant, habit: found.habit }, state);
  const { amountMinor, currency, described } = input;
  const { memberId } = payer;
  const reached = decideOrRescue(instrument, state, { request, payer, input, ...found });
  const { accountId } = reached;
  const overdue = mayExpire ? overdueHoldsBehind(reached.decision, amountMinor, { accountId, ...account }) : null;
  if (overdue) return overdue;
  const decision = offerRescue(instrument, { request, payer, input, ...found }, reached.decision);
  const isApproved = decision.outcome === "approved";
  const after = isApproved
    ? instrument.use(payer, request, reached.input)
    : instrument.afterDecline(payer, request, decision);
  state.count(after, accountId, input, { isApproved, isSale });
  const { cardId = null, paymentCodeId = null, agreementId = null } = instrument.columns(payer);
  const fields = {
    cardId,
    paymentCodeId,
    agreementId,
    drawn,
    parent: parent?.target ?? null,
    merchantId: merchant.id,
    accountId,
    currency,
    amountMinor,
    ...described,
  };
  const authorized = newAuthorizationRow(caller, fields, decision, input.risk);
  if (parent && isApproved) state.grow(parent, authorized);
  if (reached.rescue) state.spend(reached.rescue, authorized);
  if (instrument.recorded) state.change(instrument.recorded(after, authorized));
  const { row, transactionId } = isApproved && isSale ? saleOf(authorized) : { row: authorized, transactionId: null };
  const audits = instrument.parent ? staffAuditRows(caller, instrument.parent.audited(row)) : [];
  const restsOn = [facts.standing, request.alsoRestsOn];
  return {
    restsOn,
    claim: request.claim,
    recorded: { row, memberId, transactionId },
    merchantAccountId,
    subscribers,
    audits,
  };
}

interface Found<P extends Payer> {
  readonly payer: P;
  readonly parent: Parent | null;
  readonly account: AccountFigures;
  readonly merchant: MerchantFacts;
  readonly habit: Habit | null;
}

/** What is decided about: the request, with what the payer, its account, and the parent are by now. */
function decisionInputOf<P extends Payer>(
  request: PaymentRequest,
  found: Found<P>,
  state: BatchState<P>,
): DecisionInput {
  const { payer, parent, account, merchant } = found;
  const described = parent
    ? inheritedFrom(parent, request.described)
    : { ...request.described, mcc: request.described.mcc ?? merchant.mcc };
  const currency = request.currency ?? parseCurrency(payer.currency);
  const amountMinor = requireMinor(request.amount, currency);
  const { deviceHash } = described;
  const habit = found.habit && state.habitOf(found.habit, payer, merchant.id, deviceHash);
  return {
    amountMinor,
    transactionMinor: (parent?.target.familyAmountMinor ?? 0n) + amountMinor,
    isNewTransaction: parent === null,
    currency,
    merchant,
    described,
    availableMinor: account.availableMinor,
    allowance: parent?.allowance ?? null,
    risk: habit && scoreRisk({ amountMinor, hasDevice: deviceHash !== null, habit, ...described }),
  };
}
