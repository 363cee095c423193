import type { ReversalReason } from "@/server/contracts/rest/authorization-schemas";
import type { Attempt } from "@/server/db/guarded";
import { insertRows, type NewRow, namingRows } from "@/server/db/insert-rows";
import type { Queryable } from "@/server/db/query";
import { raw, type Sql, sql } from "@/server/db/sql";
import { after, Write } from "@/server/db/write";
import { type Audited, staffAuditRows } from "@/server/domain/audit";
import type { AcquirerCaller } from "@/server/domain/caller";
import { answerRow, type ClaimName, type IdempotencyClaim } from "@/server/domain/idempotency";
import { creditMembers, postRefunds, type Refund } from "@/server/domain/ledger";
import type { Published } from "@/server/domain/webhooks";
import { newRecordId, type RecordId } from "@/server/platform/ids";
import { formatAmount } from "@/server/platform/money";
import { actorOf } from "../../authority";
import { type Annotations, annotationColumns } from "../authorization";
import { authorizationFacts } from "../facts";
import { type Family, targetFigures } from "../family";
import { type FamilyContext, familyQueue, newPosting, toMerchantAccount } from "./family-queue";
import { byRoot, finishMoves, mergeMoves, moveFamilies } from "./move-family";
import type { ReversePlan } from "./plan-reverse";

interface Reversal<Outcome>
  extends Pick<PlannedReversal, "plan" | "reversalId" | "reasonCode" | "annotations" | "isBeforeSettlement"> {
  readonly outcome: Outcome;
}

interface ReversalRequest<Outcome> {
  readonly caller: AcquirerCaller;
  readonly name: string;
  readonly claim: IdempotencyClaim<Outcome> | null;
  read(attempt: Attempt): Promise<{ readonly family: Family; plan(): Reversal<Outcome> }>;
}

const reverseInTurn = familyQueue<PlannedReversal>("reversal", writeReversals);

/** Concurrent requests are written together; each use case plans its own. */
export async function reverseFamily<Outcome>(request: ReversalRequest<Outcome>): Promise<Outcome> {
  const { caller, name, claim } = request;
  const at = caller.now;
  /** One per plan; a retry plans again, and only one plan is written. */
  const outcomes = new Map<PlannedReversal, { readonly outcome: Outcome }>();
  const written = await reverseInTurn({
    caller,
    name,
    claim,
    read: async (attempt) => {
      const { family, plan } = await request.read(attempt);
      return {
        family,
        plan: () => {
          const { outcome, ...planned } = plan();
          const answer = claim ? answerRow(claim, outcome, at) : null;
          const reversal = { caller, family, at, claim, answer, ...planned };
          outcomes.set(reversal, { outcome });
          return reversal;
        },
      };
    },
  });
  const found = outcomes.get(written);
  if (!found) throw new Error("a reversal was written that was not planned");
  return found.outcome;
}

interface PlannedReversal {
  readonly family: Family;
  readonly plan: ReversePlan;
  readonly reversalId: RecordId;
  readonly reasonCode: ReversalReason;
  readonly annotations: Annotations;
  /** If true, the write fails if a capture has settled meanwhile. */
  readonly isBeforeSettlement: boolean;
  readonly at: Date;
  readonly claim: ClaimName | null;
  readonly answer: NewRow<"idempotency_keys"> | null;
  readonly caller: AcquirerCaller;
}

interface ReversalWrite extends PlannedReversal {
  readonly context: FamilyContext;
}

/**
 * Writes reversals of different families in one query: roots (guarded by their versions) and increments → members' accounts
 * → postings, reversals, captures, refunds → answers → events and deliveries. If a family has changed since it was read,
 * nothing is written, and it throws what `runGuarded` retries. Returns whether it wrote deliveries.
 */
async function writeReversals(attempt: Attempt, unsorted: readonly ReversalWrite[]): Promise<boolean> {
  const writes = byRoot(unsorted);
  const { db } = attempt;
  const write = new Write().restingOn(writes.map(({ caller }) => caller.standing));
  const families = writes.map(({ family, plan, at }) => {
    return { root: family.root, moves: mergeMoves(plan.moves), at, subject: family.target };
  });
  write.requireAll("root", moveFamilies(families), families.length);
  const credits = writes.map(({ family: { root }, plan: { voidedMinor: releasedMinor, refundedMinor } }) => {
    return { accountId: root.accountId, releasedMinor, refundedMinor };
  });
  const accounts = new Set(credits.map(({ accountId }) => accountId)).size;
  write.require("account", creditMembers(credits, after("root")), accounts);
  const posted: Refund[] = [];
  for (const one of writes) if (one.plan.refundedMinor > 0n) posted.push(await refundOf(db, one));
  if (posted.length > 0) write.addAll(postRefunds(posted, after("account")));
  write.add("reversal", insertRows("reversals", writes.map(reversalRow), after("account")));
  const refunds = writes.flatMap(refundRows);
  if (refunds.length > 0) {
    write.require("refunded", takeFromCaptures(refunds, after("account")), refunds.length);
    const rows = refunds.map(({ row }) => row);
    write.add("refund_rows", insertRows("refunds", rows, after("account")));
  }
  return finishMoves(attempt, write, {
    families: writes.map(({ family }) => family),
    answers: writes.flatMap(({ answer }) => answer ?? []),
    audits: writes.flatMap((one) => staffAuditRows(one.caller, reversedBy(one))),
    published: writes.map((one) => ({ event: reversedEvent(one), subscribers: one.context.subscribers })),
  });
}

async function refundOf(
  db: Queryable,
  { family: { root }, context, plan: { refundedMinor: amountMinor }, at }: ReversalWrite,
): Promise<Refund> {
  const merchantAccountId = await toMerchantAccount(db, context, root, at);
  return { posting: newPosting(root, "refund", at), memberAccountId: root.accountId, merchantAccountId, amountMinor };
}

function reversalRow({
  family,
  plan,
  reversalId,
  reasonCode,
  annotations,
  at,
  caller,
}: PlannedReversal): NewRow<"reversals"> {
  const { root, target } = family;
  return {
    id: reversalId,
    authorizationId: target.id,
    rootId: root.id,
    tenantId: root.tenantId,
    environment: root.environment,
    currency: root.currency,
    voidedMinor: plan.voidedMinor,
    refundedMinor: plan.refundedMinor,
    reasonCode,
    ...annotationColumns(annotations),
    requestId: caller.requestId,
    ...actorOf(caller),
    createdAt: at,
  };
}

interface RefundedCapture {
  readonly row: NewRow<"refunds">;
  readonly isBeforeSettlement: boolean;
}

function refundRows({
  family: { root },
  plan,
  reversalId,
  isBeforeSettlement,
  at,
}: PlannedReversal): RefundedCapture[] {
  return plan.refunds.map(({ captureId, amountMinor }) => ({
    row: {
      id: newRecordId(at),
      reversalId,
      captureId,
      merchantId: root.merchantId,
      currency: root.currency,
      amountMinor,
      createdAt: at,
      settledAt: null,
      batchId: null,
      feeMinor: 0n,
    },
    isBeforeSettlement,
  }));
}

function takeFromCaptures(refunds: readonly RefundedCapture[], guard: string): Sql {
  const rows = refunds.map(({ row, isBeforeSettlement }) => {
    return { id: row.captureId, amount: row.amountMinor, isBeforeSettlement };
  });
  return sql`UPDATE captures SET refunded_minor = captures.refunded_minor + r.amount
    FROM ${raw(guard)}, ${namingRows("r", "id text, amount bigint, is_before_settlement boolean", rows)}
    WHERE captures.id = r.id AND (captures.batch_id IS NULL OR NOT r.is_before_settlement)
    RETURNING captures.id`;
}

function reversedEvent(write: PlannedReversal): Published["event"] {
  const { family, plan, reversalId, reasonCode, annotations, at, claim } = write;
  const before = targetFigures(family, at);
  const reversedMinor = plan.voidedMinor + plan.refundedMinor;
  return {
    tenantId: family.root.tenantId,
    environment: family.root.environment,
    type: "authorization.reversed",
    sequence: family.target.eventSequence + 1,
    facts: {
      amountReversedMinor: reversedMinor.toString(),
      reversedMinor: (before.voidedMinor + before.refundedMinor + reversedMinor).toString(),
      reasonCode,
      amountVoidedMinor: plan.voidedMinor.toString(),
      amountRefundedMinor: plan.refundedMinor.toString(),
      kind: plan.refundedMinor === 0n ? "void" : plan.voidedMinor === 0n ? "refund" : "mixed",
      refundId: plan.refundedMinor === 0n ? null : reversalId,
      ...authorizationFacts(
        family.target,
        before.amountMinor,
        annotations.merchantReference ?? family.root.merchantReference,
      ),
    },
    source: claim?.key ?? reversalId,
    at,
  };
}

function reversedBy({ family, plan, reasonCode, reversalId }: PlannedReversal): Audited {
  const { currency } = family.root;
  return {
    action: "authorization.reversed",
    subject: { kind: "authorization", id: family.target.id },
    details: {
      voided: formatAmount(plan.voidedMinor, currency),
      refunded: formatAmount(plan.refundedMinor, currency),
      currency,
      reasonCode,
      refundId: reversalId,
    },
  };
}
