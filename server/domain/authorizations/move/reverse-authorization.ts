import type { AuthorizationStatus } from "@/server/contracts/authorization-statuses";
import type { ReversalReason, ReverseKind } from "@/server/contracts/rest/authorization-schemas";
import { requirePermission } from "@/server/domain/authority";
import type { AcquirerCaller } from "@/server/domain/caller";
import type { IdempotencyClaim } from "@/server/domain/idempotency";
import { requireMinor } from "@/server/domain/require-minor";
import { newRecordId } from "@/server/platform/ids";
import { type DecimalAmount, parseCurrency } from "@/server/platform/money";
import type { Annotations, AuthorizationRow, CaptureRow } from "../authorization";
import { statusAfter } from "../current-status";
import { drawnMembers, type Family } from "../family";
import { getFamilyToMove, listCaptures } from "../read-family";
import { planReverse } from "./plan-reverse";
import { reverseFamily } from "./reverse-family";

export interface ReverseOutcome {
  readonly target: AuthorizationRow;
  readonly voidedMinor: bigint;
  readonly refundedMinor: bigint;
  readonly remainingMinor: bigint;
  readonly reasonCode: ReversalReason;
  /** Id of the refund of captured money; null if there was none. */
  readonly refundId: string | null;
  readonly statusAfter: AuthorizationStatus;
}

interface ReverseAuthorizationInput extends Annotations {
  readonly id: string;
  readonly amount: DecimalAmount | null;
  readonly kind: ReverseKind | null;
  readonly reasonCode: ReversalReason;
}

/**
 * Voids held money and refunds captured money (contract 2.6), or only one of the two if the caller says which. Refunds take the
 * oldest capture first.
 *
 * Accounts: member (held down, posted up), merchant (entry down). Invariant: never more than was held or captured, because the
 * root's version guards the plan. A retry with the same claim changes nothing.
 * Throws `authorization_not_found`, `authorization_ambiguous`, `authorization_not_reversible`, `amount_exceeds_reversible`,
 * `validation_error` on too many decimals.
 */
export async function reverseAuthorization(
  caller: AcquirerCaller,
  input: ReverseAuthorizationInput,
  claim: IdempotencyClaim<ReverseOutcome> | null,
): Promise<ReverseOutcome> {
  requirePermission(caller, "move_money");
  const { id: name } = input;
  return reverseFamily({
    caller,
    name,
    claim,
    read: async (attempt) => {
      const family = await getFamilyToMove(attempt, caller, name, { refunds: true });
      const captures = await listCaptures(attempt, drawnMembers(family));
      return { family, plan: () => plan(caller, family, captures, input) };
    },
  });
}

function plan(
  { now }: AcquirerCaller,
  family: Family,
  captures: readonly CaptureRow[],
  { amount, kind, reasonCode, ...annotations }: ReverseAuthorizationInput,
) {
  const { target } = family;
  const amountMinor = amount === null ? null : requireMinor(amount, parseCurrency(target.currency));
  const planned = planReverse(family, captures, { amountMinor, kind }, now);
  const { voidedMinor, refundedMinor, remainingMinor } = planned;
  const reversalId = newRecordId(now);
  const outcome: ReverseOutcome = {
    target,
    voidedMinor,
    refundedMinor,
    remainingMinor,
    reasonCode,
    refundId: refundedMinor === 0n ? null : reversalId,
    statusAfter: statusAfter(family, now, planned),
  };
  return { outcome, plan: planned, reversalId, reasonCode, annotations, isBeforeSettlement: false };
}
