import { guardedQueue, NEXT_BATCH } from "@/server/db/batches/guarded-batch";
import type { Attempt } from "@/server/db/guarded";
import { staffAuditRows } from "@/server/domain/audit";
import { requireActiveTenant } from "@/server/domain/authority";
import { unknownReference } from "@/server/domain/errors";
import { refuseRepeat, requireUnrecalled } from "@/server/domain/idempotency";
import type { MerchantFacts } from "@/server/domain/merchants";
import { requireMinor } from "@/server/domain/require-minor";
import { type Habit, scoreRisk } from "@/server/domain/risk";
import { twoClocks } from "@/server/domain/sandbox-clock";
import { metrics } from "@/server/platform/metrics";
import { parseCurrency } from "@/server/platform/money";
import { newAuthorizationRow } from "../new-authorization-row";
import type { Ask, Asked, Instrument, Payer, Recorded, UnknownPayer } from "./ask";
import { decideOrRescue, offerRescue } from "./decide-or-rescue";
import { type OverdueHolds, overdueHoldsBehind } from "./expire-before-declining";
import { inheritedFrom, type Parent } from "./parent";
import { type Facts, readFacts } from "./read-facts";
import { type AccountFigures, Running } from "./running";
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
export function moneyQueue<A extends Ask, P extends Payer, R>(
  instrument: Instrument<A, P, R>,
): (ask: A) => Promise<Outcome> {
  const askInTurn = guardedQueue<A, Outcome>({
    name: instrument.kind,
    namesOf: (ask) => [instrument.nameOf(ask)],
    keyOf: ({ claim }) => claim,
    partyOf: ({ caller }) => caller.tenantId,
    attemptAll: (attempt, asks) => attemptAll(attempt, instrument, asks),
  });
  return async (ask) => {
    requireUnrecalled(ask.claim);
    const outcome = await askInTurn(ask);
    if ("row" in outcome) {
      const { environment, responseCode: code } = outcome.row;
      metrics().decisions.inc({ instrument: instrument.kind, environment, code });
    }
    return outcome;
  };
}

/** One reading, one decision each, one write. Rejects as a whole where nothing was written and all may be tried again. */
async function attemptAll<A extends Ask, P extends Payer, R>(
  attempt: Attempt,
  instrument: Instrument<A, P, R>,
  asks: readonly A[],
): Promise<Settled[]> {
  const facts = await readFacts(attempt, instrument, asks);
  const running = new Running<P>();
  const decided: Decided[] = [];
  const settled = asks.map((ask, index): Settled => {
    try {
      const outcome = decideOne(instrument, running, ask, facts[index]);
      if (outcome === NEXT_BATCH || !("recorded" in outcome)) return { status: "fulfilled", value: outcome };
      decided.push(outcome);
      return { status: "fulfilled", value: outcome.recorded };
    } catch (reason) {
      return { status: "rejected", reason };
    }
  });
  const effects = {
    parents: running.parentChanges(),
    payers: instrument.write(running.payerChanges()),
    rescues: running.spentRescues(),
    takes: running.takes(),
  };
  const areDelivered = decided.length > 0 && (await writeDecided(attempt, decided, effects));
  if (!areDelivered) attempt.leavesNothing?.();
  return settled;
}

function decideOne<A extends Ask, P extends Payer, R>(
  instrument: Instrument<A, P, R>,
  running: Running<P>,
  ask: A,
  facts: Facts<P> | undefined,
): Decided | UnknownPayer | OverdueHolds | typeof NEXT_BATCH {
  if (!facts) throw new Error("a read that always has a row for each request had none");
  const { answered, merchant, payer: found, subscribers, merchantAccountId, drawn } = facts;
  ask.caller.standing?.prove(facts.standing.version);
  refuseRepeat(ask.claim, answered);
  if (!instrument.decidesSuspension) requireActiveTenant(facts);
  if (drawn === null) throw new Error("a number is drawn for each request that isn’t a repeat");
  const refusal = found ? null : instrument.missing();
  if (refusal) throw refusal;
  if (!merchant) throw unknownReference("merchant");
  if (!found) return { unknownPayerAt: merchant.id, subscribers };
  const { caller, isSale, mayExpire } = ask;
  if (found.isOnOtherClock && !ask.paysNothing) throw twoClocks(ask.isMembersYes ? "member" : "merchant");
  const { payer, account } = running.find(found.read, found.figures);
  if (instrument.isOfEarlierDay?.(payer, ask)) return NEXT_BATCH;
  const parent = found.parent && running.parent(found.parent);
  if (parent) instrument.parent?.requireOpen(parent, caller.now);
  const asked = askedOf(ask, { payer, parent, account, merchant, habit: found.habit }, running);
  const { amountMinor, currency, described } = asked;
  const { memberId } = payer;
  const reached = decideOrRescue(instrument, running, { ask, payer, asked, ...found });
  const { accountId } = reached;
  const overdue = mayExpire ? overdueHoldsBehind(reached.decision, amountMinor, { accountId, ...account }) : null;
  if (overdue) return overdue;
  const decision = offerRescue(instrument, { ask, payer, asked, ...found }, reached.decision);
  const isApproved = decision.outcome === "approved";
  const after = isApproved ? instrument.use(payer, ask, reached.asked) : instrument.afterDecline(payer, ask, decision);
  running.count(after, accountId, asked, { isApproved, isSale });
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
  const authorized = newAuthorizationRow(caller, fields, decision, asked.risk);
  if (parent && isApproved) running.grow(parent, authorized);
  if (reached.rescue) running.spend(reached.rescue, authorized);
  if (instrument.recorded) running.change(instrument.recorded(after, authorized));
  const { row, transactionId } = isApproved && isSale ? saleOf(authorized) : { row: authorized, transactionId: null };
  const audits = instrument.parent ? staffAuditRows(caller, instrument.parent.audited(row)) : [];
  const restsOn = [facts.standing, ask.alsoRestsOn];
  return {
    restsOn,
    claim: ask.claim,
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
function askedOf<P extends Payer>(ask: Ask, found: Found<P>, running: Running<P>): Asked {
  const { payer, parent, account, merchant } = found;
  const described = parent
    ? inheritedFrom(parent, ask.described)
    : { ...ask.described, mcc: ask.described.mcc ?? merchant.mcc };
  const currency = ask.currency ?? parseCurrency(payer.currency);
  const amountMinor = requireMinor(ask.amount, currency);
  const { deviceHash } = described;
  const habit = found.habit && running.habitOf(found.habit, payer, merchant.id, deviceHash);
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
