import type { AuthorizationStatus } from "@/server/contracts/authorization-statuses";
import { requirePermission } from "@/server/domain/authority";
import type { AcquirerCaller } from "@/server/domain/caller";
import { DomainError } from "@/server/domain/errors";
import type { IdempotencyClaim } from "@/server/domain/idempotency";
import { requireMinor } from "@/server/domain/require-minor";
import { newRecordId } from "@/server/platform/ids";
import { type DecimalAmount, parseCurrency } from "@/server/platform/money";
import type { Annotations, AuthorizationRow } from "../authorization";
import { currentStatus, exceedsHold, stateDetails, statusAfter } from "../current-status";
import type { Family } from "../family";
import { getFamilyToMove } from "../read-family";
import { planVoid, type ReversePlan } from "./plan-reverse";
import { reverseFamily } from "./reverse-family";

export interface VoidOutcome {
  readonly target: AuthorizationRow;
  readonly voidedMinor: bigint;
  readonly remainingMinor: bigint;
  /** Captured earlier; the void leaves it captured. */
  readonly capturedMinor: bigint;
  readonly statusAfter: AuthorizationStatus;
}

interface VoidInput extends Annotations {
  readonly id: string;
  readonly amount: DecimalAmount | null;
}

const MERCHANT_CANCEL = "RV01" as const;

/**
 * Releases what is left of a hold, all or part of it (contract 4.5); captured money stays captured.
 *
 * Accounts: member (held down). Invariant: never more than is held, because the root's version guards the plan. A retry with
 * the same claim changes nothing.
 * Throws `authorization_not_found`, `authorization_ambiguous`, `already_captured`, `authorization_not_reversible`,
 * `amount_exceeds_remaining_hold`, `validation_error` on too many decimals.
 */
export async function voidAuthorization(
  caller: AcquirerCaller,
  input: VoidInput,
  claim: IdempotencyClaim<VoidOutcome> | null,
): Promise<VoidOutcome> {
  requirePermission(caller, "move_money");
  const { id: name } = input;
  return reverseFamily({
    caller,
    name,
    claim,
    read: async (attempt) => {
      const family = await getFamilyToMove(attempt, caller, name);
      return { family, plan: () => plan(caller, family, input) };
    },
  });
}

function plan({ now }: AcquirerCaller, family: Family, { amount, ...annotations }: VoidInput) {
  const { target } = family;
  const requestedMinor = amount === null ? null : requireMinor(amount, parseCurrency(target.currency));
  const planned = planHoldVoid(family, requestedMinor, now);
  const { voidedMinor, remainingMinor } = planned;
  const outcome: VoidOutcome = {
    target,
    voidedMinor,
    remainingMinor,
    capturedMinor: currentStatus(family, now).figures.capturedMinor,
    statusAfter: statusAfter(family, now, planned),
  };
  const reasonCode = MERCHANT_CANCEL;
  return { outcome, plan: planned, reversalId: newRecordId(now), reasonCode, annotations, isBeforeSettlement: false };
}

function planHoldVoid(family: Family, requestedMinor: bigint | null, now: Date): ReversePlan {
  const { status, figures, holdMinor } = currentStatus(family, now);
  if (holdMinor === 0n) {
    const details = stateDetails(family, now, "void");
    if (figures.capturedMinor > 0n) {
      const message = "The hold is fully captured. Use transactions/reverse or transactions/refund instead.";
      throw new DomainError("already_captured", message, { details });
    }
    throw new DomainError("authorization_not_reversible", `Nothing is held: the status is ${status}.`, { details });
  }
  const voidedMinor = requestedMinor ?? holdMinor;
  if (voidedMinor > holdMinor) throw exceedsHold(family, now, "void");
  const moves = planVoid(family, voidedMinor, now);
  return { moves, refunds: [], voidedMinor, refundedMinor: 0n, remainingMinor: holdMinor - voidedMinor };
}
