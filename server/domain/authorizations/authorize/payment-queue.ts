import { LRUCache } from "lru-cache";
import { DESCRIBED_FIELDS, NOTHING_DESCRIBED } from "@/server/contracts/rest/authorization-schemas";
import { guardedQueue, NEXT_BATCH } from "@/server/db/batches/batch-queue";
import { type Attempt, requireVersion } from "@/server/db/guarded";
import { staffAuditRows } from "@/server/domain/audit";
import { requireActiveTenant } from "@/server/domain/authority";
import type { AcquirerCaller } from "@/server/domain/caller";
import { type Decision, lacksFunds } from "@/server/domain/declines";
import { unknownReference } from "@/server/domain/errors";
import { throwIfAnswered, throwIfAnswerRemembered } from "@/server/domain/idempotency";
import type { MerchantFacts } from "@/server/domain/merchants";
import { requireMinor } from "@/server/domain/require-minor";
import { type Habit, scoreRisk } from "@/server/domain/risk";
import { twoClocks } from "@/server/domain/sandbox-clock";
import { metrics } from "@/server/platform/metrics";
import { parseCurrency } from "@/server/platform/money";
import type { AccountId } from "@/server/platform/noun-ids";
import { expireHolds } from "../move/expire-holds";
import { newAuthorizationRow } from "../new-authorization-row";
import { type OpenRescue, rescueHint } from "../rescue/open-rescues";
import { BatchState } from "./batch-state";
import type {
  DecisionInput,
  Instrument,
  Parent,
  Payer,
  PaymentRequest,
  Recorded,
  UnknownPayer,
} from "./payment-request";
import { type AccountFigures, type Facts, readFacts } from "./read-facts";
import { type Decided, saleOf, writeDecided } from "./write-decided";

/** The account behind a payer's name, as last read: payers of one account wait for its lock together. */
const accountsOf = new LRUCache<string, AccountId>({ max: 10_000 });

interface Turn<A extends PaymentRequest> {
  readonly request: A;
  readonly mayExpire: boolean;
}

type Outcome = Recorded | UnknownPayer | OverdueHolds;
type Settled = PromiseSettledResult<Outcome | typeof NEXT_BATCH>;

/**
 * The pipeline of one kind of payer: read, decide, write (design 4). Concurrent requests are read in one query, decided in
 * order of arrival, and written in one query; each gets its own outcome. If something moved in between, or one request
 * fails the shared query, they are retried in halves, down to a single request, which locks the rows it decides about.
 *
 * A repeat under an answered key is found by the same read, or is remembered: throws AnsweredError. Throws UnavailableError if
 * the database went away: the request may have been written, and only a repeat under the same key can tell.
 */
export function paymentQueue<A extends PaymentRequest, P extends Payer, R>(
  instrument: Instrument<A, P, R>,
): (request: A) => Promise<Recorded | UnknownPayer> {
  const decideInTurn = guardedQueue<Turn<A>, Outcome>({
    name: instrument.kind,
    namesOf: ({ request }) => [instrument.nameOf(request)],
    keyOf: ({ request }) => request.claim,
    partyOf: ({ request }) => request.caller.tenantId,
    // Increments lock their first authorization before the payer, which only one at a time can do without deadlocks.
    lockOf: ({ request }) => (instrument.parent ? null : (accountsOf.get(instrument.nameOf(request)) ?? null)),
    attemptAll: (attempt, turns) => attemptAll(attempt, instrument, turns),
  });
  const decide = async (turn: Turn<A>): Promise<Outcome> => {
    throwIfAnswerRemembered(turn.request.claim);
    const outcome = await decideInTurn(turn);
    if ("row" in outcome) {
      const { environment, responseCode: code } = outcome.row;
      metrics().decisions.inc({ instrument: instrument.kind, environment, code });
    }
    return outcome;
  };
  return (request) => expireBeforeDeclining(request.caller, (mayExpire) => decide({ request, mayExpire }));
}

/** One read, one decision per request, one write. Rejects as a whole if nothing was written and all can be retried. */
async function attemptAll<A extends PaymentRequest, P extends Payer, R>(
  attempt: Attempt,
  instrument: Instrument<A, P, R>,
  turns: readonly Turn<A>[],
): Promise<Settled[]> {
  const facts = await readFacts(
    attempt,
    instrument,
    turns.map(({ request }) => request),
  );
  for (const [index, { request }] of turns.entries()) {
    const accountId = facts[index]?.payer?.read.accountId;
    if (accountId) accountsOf.set(instrument.nameOf(request), accountId);
  }
  const state = new BatchState<P>();
  const decided: Decided[] = [];
  const settled = turns.map((turn, index): Settled => {
    try {
      const outcome = decideOne(instrument, state, turn, facts[index]);
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
    debits: state.debits(),
  };
  const areDelivered = decided.length > 0 && (await writeDecided(attempt, decided, effects));
  if (!areDelivered) attempt.leavesNothing?.();
  return settled;
}

function decideOne<A extends PaymentRequest, P extends Payer, R>(
  instrument: Instrument<A, P, R>,
  state: BatchState<P>,
  { request, mayExpire }: Turn<A>,
  facts: Facts<P> | undefined,
): Decided | UnknownPayer | OverdueHolds | typeof NEXT_BATCH {
  if (!facts) throw new Error("a read that always has a row for each request had none");
  const { answered, merchant, payer: found, subscribers, merchantAccountId, drawn } = facts;
  requireVersion(request.caller.standing, facts.standing.version);
  throwIfAnswered(request.claim, answered);
  if (!instrument.decidesSuspension) requireActiveTenant(facts);
  if (drawn === null) throw new Error("a number is drawn for each request that isn’t a repeat");
  const refusal = found ? null : instrument.missing();
  if (refusal) throw refusal;
  if (!merchant) throw unknownReference("merchant");
  if (!found) return { unknownPayerAt: merchant.id, subscribers };
  const { caller, isSale } = request;
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
    payerEvents: instrument.events?.(payer, after, request) ?? [],
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

/** Reference and metadata are the increment's own; the rest is its parent's. */
function inheritedFrom(
  { target }: Parent,
  { merchantReference, metadata }: Pick<PaymentRequest["described"], "merchantReference" | "metadata">,
) {
  const inherited = Object.fromEntries(DESCRIBED_FIELDS.map((field) => [field, target[field]]));
  return { ...NOTHING_DESCRIBED, ...inherited, merchantReference, deviceHash: null, metadata };
}

interface Case<A extends PaymentRequest, P extends Payer>
  extends Pick<NonNullable<Facts<P>["payer"]>, "read" | "rescues" | "hasOtherAccount"> {
  readonly request: A;
  readonly payer: P;
  readonly input: DecisionInput;
}

interface Reached {
  readonly decision: Decision;
  readonly input: DecisionInput;
  readonly accountId: AccountId;
  readonly rescue: OpenRescue | null;
}

/**
 * Decides with an open rescue, if one covers the request: the payment then draws on the account that the member chose, without
 * their own freeze and limits. If that is declined, decides without it. A rescue is good for one payment and is spent even if
 * the payment would have been approved anyway.
 */
function decideOrRescue<A extends PaymentRequest, P extends Payer, R>(
  instrument: Instrument<A, P, R>,
  state: BatchState<P>,
  { request, payer, input, read, rescues }: Case<A, P>,
): Reached {
  const rescue =
    rescues.find(
      (one) =>
        input.amountMinor <= one.amountMinor &&
        one.rulesVersion === instrument.rescue?.rulesVersion(payer) &&
        !state.isSpent(one),
    ) ?? null;
  if (rescue) {
    const { id: rescueId, amountMinor, accountId } = rescue;
    const { availableMinor } = state.account(accountId, { availableMinor: rescue.availableMinor, overdueMinor: 0n });
    const allowed = { ...input, availableMinor, allowance: { rescueId, amountMinor } };
    const decision = instrument.decide(request, payer, allowed);
    if (decision.outcome === "approved") return { decision, input: allowed, accountId, rescue };
  }
  const decision = instrument.decide(request, payer, input);
  const { accountId } = read;
  return { decision, input, accountId, rescue: decision.outcome === "approved" ? rescue : null };
}

/** Adds a rescue's deadline if only the member's own freeze, limits, or choice of account stands in the way. */
function offerRescue<A extends PaymentRequest, P extends Payer, R>(
  instrument: Instrument<A, P, R>,
  { request, payer, input, hasOtherAccount }: Case<A, P>,
  decision: Decision,
): Decision {
  if (decision.outcome === "approved" || instrument.rescue === null) return decision;
  const allowance = { rescueId: null, amountMinor: input.transactionMinor };
  const allowed = instrument.decide(request, payer, { ...input, allowance });
  const helps = allowed.outcome === "approved" || (lacksFunds(allowed) && hasOtherAccount);
  return helps ? { ...decision, hint: { ...decision.hint, ...rescueHint(request.caller.now) } } : decision;
}

interface OverdueHolds {
  readonly overdueAccountId: AccountId;
  readonly missingMinor: bigint;
}

/** Null unless expiring the account's overdue holds could cover the missing amount. */
function overdueHoldsBehind(
  decision: Decision,
  amountMinor: bigint,
  account: { readonly accountId: AccountId; readonly availableMinor: bigint; readonly overdueMinor: bigint },
): OverdueHolds | null {
  const missingMinor = amountMinor - account.availableMinor;
  if (!lacksFunds(decision) || missingMinor > account.overdueMinor) return null;
  return { overdueAccountId: account.accountId, missingMinor };
}

/** Requests that expire one account's holds take turns, or they would wait for each other's locks. */
const underWay = new Map<AccountId, Promise<unknown>>();

/**
 * Decides, and if overdue holds stand in the way, expires as many as needed and decides again (design 6). A concurrent request
 * may have taken that money, so the third round expires all overdue holds and is final. A sandbox clock that is ahead expires
 * only its own tenant's holds: other tenants' holds on the account follow another clock.
 */
async function expireBeforeDeclining(
  { now, tenantId, aheadMs }: AcquirerCaller,
  decideAndWrite: (mayExpire: boolean) => Promise<Outcome>,
): Promise<Recorded | UnknownPayer> {
  const ofClock = aheadMs ? { sandboxOf: tenantId } : {};
  const first = await decideAndWrite(true);
  if (!("overdueAccountId" in first)) return first;
  const { overdueAccountId: accountId, missingMinor } = first;
  await inTurn(accountId, () => expireHolds({ now, accountId, enoughMinor: missingMinor, ...ofClock }));
  const second = await decideAndWrite(true);
  if (!("overdueAccountId" in second)) return second;
  await inTurn(accountId, () => expireHolds({ now, accountId, ...ofClock }));
  const third = await decideAndWrite(false);
  if ("overdueAccountId" in third) throw new Error("a decision after expiry asked for expiry");
  return third;
}

async function inTurn(accountId: AccountId, expire: () => Promise<unknown>): Promise<void> {
  const mine = (underWay.get(accountId) ?? Promise.resolve()).then(expire);
  underWay.set(accountId, mine);
  try {
    await mine;
  } finally {
    if (underWay.get(accountId) === mine) underWay.delete(accountId);
  }
}
