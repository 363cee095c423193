import type { ReversalReason } from "@/server/contracts/authorization-schemas";
import { type Attempt, bothOrNothing, runGuarded, STALE } from "@/server/db/guarded";
import { insertRows, type NewRow } from "@/server/db/insert-rows";
import { query } from "@/server/db/query";
import { type Sql, sql } from "@/server/db/sql";
import { newRecordId, type RecordId } from "@/server/platform/ids";
import { type DecimalAmount, parseCurrency } from "@/server/platform/money";
import type { TenantCaller } from "../caller";
import { type IdempotencyClaim, recordAnswer } from "../idempotency";
import { postRefund, releaseHold } from "../ledger";
import { type NewEvent, recordEvent } from "../webhooks";
import type { AuthorizationRow } from "./authorization";
import { authorizationFacts } from "./facts";
import { drawnMembers, type Family, getFamily, listCaptures, targetFigures } from "./family";
import { getFamilyContext, newPosting } from "./family-context";
import { mergeMoves, moveFamily } from "./move-family";
import { planReverse, type ReversePlan } from "./plan-reverse";
import { requireMinor } from "./require-minor";

export interface ReverseOutcome {
  readonly target: AuthorizationRow;
  readonly voidedMinor: bigint;
  readonly refundedMinor: bigint;
  /** What could still be reversed on the target. */
  readonly remainingMinor: bigint;
  readonly reasonCode: ReversalReason;
}

/**
 * Voids held money and refunds captured money (spec 2.6): without an amount all of both, with one a void while nothing
 * is captured and a refund after, oldest capture first.
 *
 * Accounts: member (held down, posted up), merchant (entry down). Invariant: never more than was held or captured,
 * because the root's version guards the plan. A retry with the same claim changes nothing.
 * Throws `authorization_not_found`, `authorization_not_reversible`, `amount_exceeds_reversible`,
 * `validation_error` on too many decimals.
 */
export async function reverseAuthorization(
  caller: TenantCaller,
  input: { readonly id: string; readonly amount: DecimalAmount | null; readonly reasonCode: ReversalReason },
  claim: IdempotencyClaim<ReverseOutcome> | null,
): Promise<ReverseOutcome> {
  return runGuarded(async (attempt) => {
    const family = await getFamily(attempt, caller, input.id);
    const captures = await listCaptures(attempt, drawnMembers(family));
    const currency = parseCurrency(family.target.currency);
    const requestedMinor = input.amount === null ? null : requireMinor(input.amount, currency);
    const plan = planReverse(family, captures, requestedMinor, caller.now);
    const outcome: ReverseOutcome = {
      target: family.target,
      voidedMinor: plan.voidedMinor,
      refundedMinor: plan.refundedMinor,
      remainingMinor: plan.remainingMinor,
      reasonCode: input.reasonCode,
    };
    const written = await writeReversal(attempt, caller, { family, plan, outcome, claim });
    return written ? outcome : STALE;
  });
}

interface ReversalWrite {
  readonly family: Family;
  readonly plan: ReversePlan;
  readonly outcome: ReverseOutcome;
  readonly claim: IdempotencyClaim<ReverseOutcome> | null;
}

function reversalRow(caller: TenantCaller, write: ReversalWrite, id: RecordId): NewRow<"reversals"> {
  const { root, target } = write.family;
  return {
    id,
    authorizationId: target.id,
    rootId: root.id,
    tenantId: root.tenantId,
    environment: root.environment,
    currency: root.currency,
    voidedMinor: write.plan.voidedMinor,
    refundedMinor: write.plan.refundedMinor,
    reasonCode: write.outcome.reasonCode,
    createdAt: caller.now,
  };
}

/** CTEs `refunded` and `refund_rows`: each capture knows what of it went back, and to which reversal. */
function recordRefunds(caller: TenantCaller, write: ReversalWrite, reversalId: RecordId): Sql {
  const { root } = write.family;
  const rows: NewRow<"refunds">[] = write.plan.refunds.map((refund) => ({
    id: newRecordId(caller.now),
    reversalId,
    captureId: refund.captureId,
    merchantId: root.merchantId,
    currency: root.currency,
    amountMinor: refund.amountMinor,
    createdAt: caller.now,
    settledAt: null,
  }));
  const amounts = rows.map((row) => ({ id: row.captureId, amount: row.amountMinor.toString() }));
  return sql`refunded AS (
      UPDATE captures SET refunded_minor = captures.refunded_minor + r.amount
      FROM account, json_to_recordset(${JSON.stringify(amounts)}::json) AS r(id text, amount bigint)
      WHERE captures.id = r.id
      RETURNING captures.id
    ), refund_rows AS (${insertRows("refunds", rows, "account")})`;
}

function reversedEvent(
  caller: TenantCaller,
  write: ReversalWrite,
  reversalId: RecordId,
): NewEvent<"authorization.reversed"> {
  const { family, plan, outcome, claim } = write;
  const before = targetFigures(family, caller.now);
  const reversedMinor = plan.voidedMinor + plan.refundedMinor;
  return {
    tenantId: family.root.tenantId,
    environment: family.root.environment,
    type: "authorization.reversed",
    facts: {
      ...authorizationFacts(family.target, before.amountMinor),
      amountReversedMinor: reversedMinor.toString(),
      reversedMinor: (before.voidedMinor + before.refundedMinor + reversedMinor).toString(),
      reasonCode: outcome.reasonCode,
      amountVoidedMinor: plan.voidedMinor.toString(),
      amountRefundedMinor: plan.refundedMinor.toString(),
      kind: plan.refundedMinor === 0n ? "void" : plan.voidedMinor === 0n ? "refund" : "mixed",
    },
    source: claim?.key ?? reversalId,
    at: caller.now,
  };
}

async function writeReversal({ db }: Attempt, caller: TenantCaller, write: ReversalWrite): Promise<boolean> {
  const { family, plan, outcome, claim } = write;
  const { root } = family;
  const reversalId = newRecordId(caller.now);
  const { merchantAccountId, subscribers } = await getFamilyContext(db, root, caller.now);
  const { voidedMinor, refundedMinor } = plan;
  const money =
    refundedMinor === 0n
      ? releaseHold({ accountId: root.accountId, amountMinor: voidedMinor }, "root")
      : postRefund(
          {
            posting: newPosting(root, "refund", caller.now),
            memberAccountId: root.accountId,
            merchantAccountId,
            refundedMinor,
            releasedMinor: voidedMinor,
          },
          "root",
        );
  const [result] = await query<{ isWritten: boolean }>(
    db,
    sql`WITH ${moveFamily(root, mergeMoves(plan.moves), caller.now)},
      ${money},
      reversal AS (${insertRows("reversals", [reversalRow(caller, write, reversalId)], "account")}),
      ${recordRefunds(caller, write, reversalId)},
      ${recordEvent(reversedEvent(caller, write, reversalId), subscribers, "account")},
      ${recordAnswer(claim, outcome, caller.now, "account")}
      ${bothOrNothing("root", "account")}`,
  );
  return result?.isWritten ?? false;
}
