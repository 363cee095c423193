import { announce } from "@/server/db/announce";
import { type Attempt, bothOrNothing, runGuarded, STALE } from "@/server/db/guarded";
import { insertRows, type NewRow } from "@/server/db/insert-rows";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import { type Audited, staffAuditPart } from "@/server/domain/audit";
import { requirePermission } from "@/server/domain/authority";
import type { AcquirerCaller } from "@/server/domain/caller";
import { type IdempotencyClaim, recordAnswer } from "@/server/domain/idempotency";
import { postCapture } from "@/server/domain/ledger";
import { requireMinor } from "@/server/domain/require-minor";
import { type NewEvent, recordEvent } from "@/server/domain/webhooks";
import { newRecordId, type RecordId } from "@/server/platform/ids";
import { type DecimalAmount, formatAmount, parseCurrency } from "@/server/platform/money";
import { actorOf } from "../actor";
import type { AuthorizationRow } from "../authorization";
import { authorizationFacts } from "../facts";
import { type Family, getFamily, targetFigures } from "../family";
import type { Figures } from "../figures";
import { statusOf } from "../statuses";
import { getFamilyContext, newPosting } from "./family-context";
import { moveFamily } from "./move-family";
import { type CapturePlan, planCapture } from "./plan-capture";

interface CaptureInput {
  readonly id: string;
  readonly amount: DecimalAmount | null;
  /** The capture's own, where the surface has one. */
  readonly merchantReference?: string | null;
}

export interface CaptureOutcome {
  readonly target: AuthorizationRow;
  readonly transactionId: RecordId;
  readonly amountMinor: bigint;
  /** Hold left on the target. */
  readonly remainingMinor: bigint;
  /** When the ledger took this capture. */
  readonly acknowledgedAt: Date;
}

/**
 * Takes held money from the member and gives it to the merchant (contract 2.4); without an amount, all of the hold.
 *
 * Accounts: member (held and posted down), merchant (entry up). Invariant: a family never captures more than its
 * hold, because its root's version guards the plan. A retry with the same claim changes nothing.
 * Throws `authorization_not_found`, `authorization_not_capturable`, `amount_exceeds_remaining_hold`,
 * `validation_error` on too many decimals.
 */
export async function captureAuthorization(
  caller: AcquirerCaller,
  input: CaptureInput,
  claim: IdempotencyClaim<CaptureOutcome> | null,
): Promise<CaptureOutcome> {
  requirePermission(caller, "move_money");
  return runGuarded(async (attempt) => {
    const family = await getFamily(attempt, caller, input.id);
    const currency = parseCurrency(family.target.currency);
    const requestedMinor = input.amount === null ? null : requireMinor(input.amount, currency);
    const plan = planCapture(family, requestedMinor, caller.now);
    const outcome: CaptureOutcome = {
      target: family.target,
      transactionId: newRecordId(caller.now),
      amountMinor: plan.amountMinor,
      remainingMinor: plan.remainingMinor,
      acknowledgedAt: caller.now,
    };
    const { merchantReference = null } = input;
    const written = await writeCapture(attempt, caller, { family, plan, merchantReference, outcome, claim });
    return written ? outcome : STALE;
  });
}

interface CaptureWrite {
  readonly family: Family;
  readonly plan: CapturePlan;
  readonly merchantReference: string | null;
  readonly outcome: CaptureOutcome;
  readonly claim: IdempotencyClaim<CaptureOutcome> | null;
}

function captureRows(
  caller: AcquirerCaller,
  { family, plan, merchantReference, outcome }: CaptureWrite,
): NewRow<"captures">[] {
  const { root } = family;
  const { transactionId } = outcome;
  return plan.moves.map((move, i) => ({
    id: i === 0 ? transactionId : newRecordId(caller.now),
    transactionId,
    authorizationId: move.authorizationId,
    targetId: family.target.id,
    rootId: root.id,
    tenantId: root.tenantId,
    environment: root.environment,
    merchantId: root.merchantId,
    currency: root.currency,
    amountMinor: move.capturedMinor ?? 0n,
    refundedMinor: 0n,
    familySequence: root.version,
    merchantReference,
    requestId: caller.requestId,
    ...actorOf(caller),
    createdAt: caller.now,
    settledAt: null,
    batchId: null,
  }));
}

function capturedEvent(caller: AcquirerCaller, write: CaptureWrite): NewEvent<"authorization.captured"> {
  const { family, plan, outcome, claim } = write;
  const before = targetFigures(family, caller.now);
  const after: Figures = { ...before, capturedMinor: before.capturedMinor + plan.amountMinor };
  return {
    tenantId: family.root.tenantId,
    environment: family.root.environment,
    type: "authorization.captured",
    sequence: family.target.eventSequence + 1,
    facts: {
      ...authorizationFacts(
        family.target,
        before.amountMinor,
        write.merchantReference ?? family.root.merchantReference,
      ),
      amountCapturedMinor: plan.amountMinor.toString(),
      capturedMinor: after.capturedMinor.toString(),
      remainingMinor: plan.remainingMinor.toString(),
      status: statusOf(family.target, after),
      transactionId: outcome.transactionId,
    },
    source: claim?.key ?? outcome.transactionId,
    at: caller.now,
  };
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

async function writeCapture({ db }: Attempt, caller: AcquirerCaller, write: CaptureWrite): Promise<boolean> {
  const { family, plan, outcome, claim } = write;
  const { root } = family;
  const { merchantAccountId, subscribers } = await getFamilyContext(db, root, caller.now);
  const posting = newPosting(root, "capture", caller.now);
  const money = { posting, memberAccountId: root.accountId, merchantAccountId, amountMinor: plan.amountMinor };
  const [result] = await query<{ isWritten: boolean }>(
    db,
    sql`WITH ${moveFamily(root, plan.moves, caller.now, family.target)},
      ${postCapture(money, "root")},
      captured AS (${insertRows("captures", captureRows(caller, write), "account")}),
      ${recordAnswer(claim, outcome, caller.now, "account")},
      ${recordEvent(capturedEvent(caller, write), subscribers, "idempotency")}
      ${staffAuditPart(caller, capturedBy(write), "account")}
      ${bothOrNothing("root", "account")}`,
  );
  if (!result?.isWritten) return false;
  announce(db, `account:${root.accountId}`, `tenant:${root.tenantId}:${root.environment}`);
  return true;
}
