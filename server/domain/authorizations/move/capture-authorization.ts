import type { AuthorizationStatus } from "@/server/contracts/authorization-statuses";
import type { Attempt } from "@/server/db/guarded";
import { insertRows } from "@/server/db/insert-rows";
import type { Queryable } from "@/server/db/query";
import { after, Write } from "@/server/db/write";
import { type Audited, staffAuditRows } from "@/server/domain/audit";
import { actorOf, requirePermission } from "@/server/domain/authority";
import type { AcquirerCaller } from "@/server/domain/caller";
import { answerRow, type IdempotencyClaim } from "@/server/domain/idempotency";
import { debitMembers, type MemberDebit, postSales } from "@/server/domain/ledger";
import { requireMinor } from "@/server/domain/require-minor";
import type { Published } from "@/server/domain/webhooks";
import { newRecordId, type RecordId } from "@/server/platform/ids";
import { type DecimalAmount, formatAmount, parseCurrency } from "@/server/platform/money";
import type { AccountId } from "@/server/platform/noun-ids";
import { type Annotations, type AuthorizationRow, annotationColumns, type CaptureRow } from "../authorization";
import { statusAfter } from "../current-status";
import { authorizationFacts } from "../facts";
import { type Family, targetFigures } from "../family";
import type { Figures } from "../figures";
import { getFamilyToMove } from "../read-family";
import { type FamilyContext, familyQueue, newPosting, toMerchantAccount } from "./family-queue";
import { byRoot, finishMoves, moveFamilies } from "./move-family";
import { type CapturePlan, planCapture } from "./plan-capture";

interface CaptureInput extends Annotations {
  readonly id: string;
  readonly amount: DecimalAmount | null;
}

const captureInTurn = familyQueue<PlannedCapture>("capture", writeCaptures);

/**
 * Moves held money from the member to the merchant (contract 2.4); without an amount, all of the hold. Concurrent requests are
 * read, planned, and written together, each for itself (decision 064).
 *
 * Accounts: member (held and posted down), merchant (entry up). Invariant: a family never captures more than its hold, because
 * its root's version guards the plan. A retry with the same claim changes nothing: throws AnsweredError if the key has its
 * answer.
 * Throws `authorization_not_found`, `authorization_ambiguous`, `authorization_not_capturable`, `amount_exceeds_remaining_hold`,
 * `validation_error` on too many decimals.
 */
export async function captureAuthorization(
  caller: AcquirerCaller,
  input: CaptureInput,
  claim: IdempotencyClaim<CaptureOutcome> | null,
): Promise<CaptureOutcome> {
  requirePermission(caller, "move_money");
  const { id: name } = input;
  const { outcome } = await captureInTurn({
    caller,
    name,
    claim,
    read: async (attempt) => {
      const family = await getFamilyToMove(attempt, caller, name);
      return { family, plan: () => plan(caller, family, input, claim) };
    },
  });
  return outcome;
}

function plan(
  caller: AcquirerCaller,
  family: Family,
  { amount, ...annotations }: CaptureInput,
  claim: IdempotencyClaim<CaptureOutcome> | null,
): PlannedCapture {
  const currency = parseCurrency(family.target.currency);
  const requestedMinor = amount === null ? null : requireMinor(amount, currency);
  const planned = planCapture(family, requestedMinor, caller.now);
  const outcome: CaptureOutcome = {
    target: family.target,
    transactionId: newRecordId(caller.now),
    amountMinor: planned.amountMinor,
    remainingMinor: planned.remainingMinor,
    acknowledgedAt: caller.now,
    statusAfter: statusAfter(family, caller.now, { capturedMinor: planned.amountMinor }),
  };
  return { caller, family, plan: planned, outcome, claim, asked: annotationColumns(annotations) };
}

export interface CaptureOutcome {
  readonly target: AuthorizationRow;
  readonly transactionId: RecordId;
  readonly amountMinor: bigint;
  readonly remainingMinor: bigint;
  readonly acknowledgedAt: Date;
  readonly statusAfter: AuthorizationStatus;
}

interface PlannedCapture {
  readonly caller: AcquirerCaller;
  readonly family: Family;
  readonly plan: CapturePlan;
  readonly outcome: CaptureOutcome;
  readonly claim: IdempotencyClaim<CaptureOutcome> | null;
  /** Columns of the capture, as its request has them. */
  readonly asked: ReturnType<typeof annotationColumns>;
}

interface CaptureWrite extends PlannedCapture {
  readonly context: FamilyContext;
}

/**
 * Writes captures of different families in one query: roots (guarded by their versions) and increments → members' accounts
 * → postings, captures → answers → events and deliveries. If a family has changed since it was read, nothing is written, and it
 * throws what `runGuarded` retries. Returns whether it wrote deliveries.
 */
async function writeCaptures(attempt: Attempt, unsorted: readonly CaptureWrite[]): Promise<boolean> {
  const writes = byRoot(unsorted);
  const { db } = attempt;
  const write = new Write().restingOn(writes.map(({ caller }) => caller.standing));
  const families = writes.map(({ family, plan: { moves }, caller: { now: at } }) => {
    return { root: family.root, moves, at, subject: family.target };
  });
  write.requireAll("root", moveFamilies(families), families.length);
  const debits = debitsOf(writes);
  const sales = [];
  for (const one of writes) sales.push(await saleOf(db, one));
  write.require("account", debitMembers(debits, after("root")), debits.length);
  write.addAll(postSales(sales, after("account")));
  write.add("captured", insertRows("captures", writes.flatMap(captureRows), after("account")));
  return finishMoves(attempt, write, {
    families: writes.map(({ family }) => family),
    answers: writes.flatMap(({ claim, outcome, caller }) => (claim ? [answerRow(claim, outcome, caller.now)] : [])),
    audits: writes.flatMap((one) => staffAuditRows(one.caller, capturedBy(one))),
    published: writes.map(capturedEvent),
  });
}

/** One entry per account, in lock order. */
function debitsOf(writes: readonly CaptureWrite[]): MemberDebit[] {
  const sums = new Map<AccountId, bigint>();
  for (const { family, plan } of writes) {
    const { accountId } = family.root;
    sums.set(accountId, (sums.get(accountId) ?? 0n) + plan.amountMinor);
  }
  return [...sums]
    .map(([accountId, minor]) => ({ accountId, heldMinor: -minor, soldMinor: minor }))
    .sort((a, b) => (a.accountId < b.accountId ? -1 : 1));
}

async function saleOf(db: Queryable, { caller, family: { root }, plan: { amountMinor }, context }: CaptureWrite) {
  const posting = newPosting(root, "capture", caller.now);
  const merchantAccountId = await toMerchantAccount(db, context, root, caller.now);
  return { posting, memberAccountId: root.accountId, merchantAccountId, amountMinor };
}

function captureRows({ caller, family, plan, asked, outcome: { transactionId } }: CaptureWrite): CaptureRow[] {
  return plan.moves.map((move, i) => ({
    ...newCapture(family.root, i === 0 ? transactionId : newRecordId(caller.now)),
    transactionId,
    authorizationId: move.authorizationId,
    targetId: family.target.id,
    amountMinor: move.capturedMinor ?? 0n,
    ...asked,
    requestId: caller.requestId,
    ...actorOf(caller),
    createdAt: caller.now,
  }));
}

/** The capture of a sale: of all that its authorization has. */
export function newCapture(root: AuthorizationRow, id: string): CaptureRow {
  return {
    id,
    transactionId: id,
    authorizationId: root.id,
    targetId: root.id,
    rootId: root.id,
    tenantId: root.tenantId,
    environment: root.environment,
    merchantId: root.merchantId,
    currency: root.currency,
    amountMinor: root.amountMinor,
    refundedMinor: 0n,
    familySequence: root.version,
    merchantReference: root.merchantReference,
    metadata: root.metadata,
    requestId: root.requestId,
    actorKind: root.actorKind,
    actorId: root.actorId,
    createdAt: root.createdAt,
    settledAt: null,
    batchId: null,
    feeMinor: 0n,
  };
}

function capturedEvent({ caller, family, context, plan, asked, outcome, claim }: CaptureWrite): Published {
  const before = targetFigures(family, caller.now);
  const figures: Figures = { ...before, capturedMinor: before.capturedMinor + plan.amountMinor };
  const reference = asked.merchantReference ?? family.root.merchantReference;
  const event = {
    tenantId: family.root.tenantId,
    environment: family.root.environment,
    type: "authorization.captured",
    sequence: family.target.eventSequence + 1,
    facts: {
      amountCapturedMinor: plan.amountMinor.toString(),
      capturedMinor: figures.capturedMinor.toString(),
      remainingMinor: plan.remainingMinor.toString(),
      status: outcome.statusAfter,
      transactionId: outcome.transactionId,
      ...authorizationFacts(family.target, before.amountMinor, reference),
    },
    source: claim?.key ?? outcome.transactionId,
    at: caller.now,
  } as const;
  return { event, subscribers: context.subscribers };
}

function capturedBy({ family, plan, outcome }: CaptureWrite): Audited {
  return {
    action: "authorization.captured",
    subject: { kind: "authorization", id: family.target.id },
    details: {
      amount: formatAmount(plan.amountMinor, family.root.currency),
      currency: family.root.currency,
      transactionId: outcome.transactionId,
    },
  };
}
