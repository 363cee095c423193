import { requirePermission } from "@/server/domain/authority";
import type { AcquirerCaller } from "@/server/domain/caller";
import type { IdempotencyClaim } from "@/server/domain/idempotency";
import { requireMinor } from "@/server/domain/require-minor";
import { newRecordId } from "@/server/platform/ids";
import { type DecimalAmount, parseCurrency } from "@/server/platform/money";
import type { Family } from "../family";
import { getFamilyToMove } from "../read-family";
import { familyQueue } from "./family-queue";
import { planCapture } from "./plan-capture";
import { type CaptureOutcome, type PlannedCapture, writeCaptures } from "./write-captures";

interface CaptureInput {
  readonly id: string;
  readonly amount: DecimalAmount | null;
  /** The capture's own, where the surface has one. */
  readonly merchantReference?: string | null;
}

const captureInTurn = familyQueue<PlannedCapture>("capture", writeCaptures);

/**
 * Takes held money from the member and gives it to the merchant (contract 2.4); without an amount, all of the hold. What is
 * asked at the same moment is read, planned, and written together, each for itself (decision 064).
 *
 * Accounts: member (held and posted down), merchant (entry up). Invariant: a family never captures more than its
 * hold, because its root's version guards the plan. A retry with the same claim changes nothing: throws AnsweredError where
 * the key has its answer.
 * Throws `authorization_not_found`, `authorization_ambiguous`, `authorization_not_capturable`,
 * `amount_exceeds_remaining_hold`, `validation_error` on too many decimals.
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
  { amount, merchantReference = null }: CaptureInput,
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
  };
  return { caller, family, plan: planned, merchantReference, outcome, claim };
}
