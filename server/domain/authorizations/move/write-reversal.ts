import type { ReversalReason } from "@/server/contracts/rest/authorization-schemas";
import { announce } from "@/server/db/announce";
import { type Attempt, bothOrNothing } from "@/server/db/guarded";
import { insertRows, type NewRow } from "@/server/db/insert-rows";
import { query } from "@/server/db/query";
import { type Sql, sql } from "@/server/db/sql";
import { type Audited, staffAuditPart } from "@/server/domain/audit";
import type { AcquirerCaller } from "@/server/domain/caller";
import { type IdempotencyClaim, recordAnswer } from "@/server/domain/idempotency";
import { postRefund, releaseHold } from "@/server/domain/ledger";
import { type NewEvent, recordEvent } from "@/server/domain/webhooks";
import { newRecordId, type RecordId } from "@/server/platform/ids";
import { formatAmount } from "@/server/platform/money";
import { actorOf } from "../actor";
import { authorizationFacts } from "../facts";
import { type Family, targetFigures } from "../family";
import { getFamilyContext, newPosting, toMerchantAccount } from "./family-context";
import { mergeMoves, moveFamily } from "./move-family";
import type { ReversePlan } from "./plan-reverse";

/** One accepted reverse, void or refund and what goes with it into one statement. */
export interface ReversalWrite<Outcome> {
  readonly family: Family;
  readonly plan: ReversePlan;
  readonly reversalId: RecordId;
  readonly reasonCode: ReversalReason;
  /** True writes only if none of the captures has settled in the meantime. */
  readonly isBeforeSettlement: boolean;
  readonly at: Date;
  readonly outcome: Outcome;
  readonly claim: IdempotencyClaim<Outcome> | null;
  readonly caller: AcquirerCaller;
}

function reversalRow<Outcome>({
  family,
  plan,
  reversalId,
  reasonCode,
  at,
  caller,
}: ReversalWrite<Outcome>): NewRow<"reversals"> {
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
    requestId: caller.requestId,
    ...actorOf(caller),
    createdAt: at,
  };
}

/** CTEs `refunded` and `refund_rows`: each capture knows what of it went back, and to which reversal. */
function recordRefunds<Outcome>({ family, plan, reversalId, isBeforeSettlement, at }: ReversalWrite<Outcome>): Sql {
  const { root } = family;
  const rows: NewRow<"refunds">[] = plan.refunds.map((refund) => ({
    id: newRecordId(at),
    reversalId,
    captureId: refund.captureId,
    merchantId: root.merchantId,
    currency: root.currency,
    amountMinor: refund.amountMinor,
    createdAt: at,
    settledAt: null,
    batchId: null,
  }));
  const amounts = rows.map((row) => ({ id: row.captureId, amount: row.amountMinor.toString() }));
  return sql`refunded AS (
      UPDATE captures SET refunded_minor = captures.refunded_minor + r.amount
      FROM account, json_to_recordset(${JSON.stringify(amounts)}::json) AS r(id text, amount bigint)
      WHERE captures.id = r.id AND (captures.batch_id IS NULL OR NOT ${isBeforeSettlement}::boolean)
      RETURNING captures.id
    ), refund_rows AS (${insertRows("refunds", rows, "account")})`;
}

function reversedEvent<Outcome>(write: ReversalWrite<Outcome>): NewEvent<"authorization.reversed"> {
  const { family, plan, reversalId, reasonCode, at, claim } = write;
  const before = targetFigures(family, at);
  const reversedMinor = plan.voidedMinor + plan.refundedMinor;
  return {
    tenantId: family.root.tenantId,
    environment: family.root.environment,
    type: "authorization.reversed",
    sequence: family.target.eventSequence + 1,
    facts: {
      ...authorizationFacts(family.target, before.amountMinor, family.root.merchantReference),
      amountReversedMinor: reversedMinor.toString(),
      reversedMinor: (before.voidedMinor + before.refundedMinor + reversedMinor).toString(),
      reasonCode,
      amountVoidedMinor: plan.voidedMinor.toString(),
      amountRefundedMinor: plan.refundedMinor.toString(),
      kind: plan.refundedMinor === 0n ? "void" : plan.voidedMinor === 0n ? "refund" : "mixed",
      refundId: plan.refundedMinor === 0n ? null : reversalId,
    },
    source: claim?.key ?? reversalId,
    at,
  };
}

function reversedBy<Outcome>({ family, plan, reasonCode, reversalId }: ReversalWrite<Outcome>): Audited {
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

/**
 * The statement of a reversal: root (guarded by its version) → member's balance and postings → reversal, refunds,
 * idempotency row, event, deliveries. False when the family no longer is as it was read; then nothing was written.
 */
export async function writeReversal<Outcome>({ db }: Attempt, write: ReversalWrite<Outcome>): Promise<boolean> {
  const { family, plan, outcome, claim, at } = write;
  const { root } = family;
  const context = await getFamilyContext(db, root);
  const { voidedMinor, refundedMinor } = plan;
  const money =
    refundedMinor === 0n
      ? releaseHold({ accountId: root.accountId, amountMinor: voidedMinor }, "root")
      : postRefund(
          {
            posting: newPosting(root, "refund", at),
            memberAccountId: root.accountId,
            merchantAccountId: await toMerchantAccount(db, context, root, at),
            refundedMinor,
            releasedMinor: voidedMinor,
          },
          "root",
        );
  const [result] = await query<{ isWritten: boolean }>(
    db,
    sql`WITH ${moveFamily(root, mergeMoves(plan.moves), at, family.target)},
      ${money},
      reversal AS (${insertRows("reversals", [reversalRow(write)], "account")}),
      ${recordRefunds(write)},
      ${recordAnswer(claim, outcome, at, "account")},
      ${recordEvent(reversedEvent(write), context.subscribers, "idempotency")}
      ${staffAuditPart(write.caller, reversedBy(write), "account")}
      ${bothOrNothing("root", "account")},
      require_guard((SELECT count(*) FROM refunded) = ${plan.refunds.length}::int
        OR NOT EXISTS (SELECT 1 FROM account)) AS is_refunded`,
  );
  if (!result?.isWritten) return false;
  announce(db, `account:${root.accountId}`, `tenant:${root.tenantId}:${root.environment}`);
  return true;
}
