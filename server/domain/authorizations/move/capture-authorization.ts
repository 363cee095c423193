import type { Attempt } from "@/server/db/guarded";
import { guardedQueue, NEXT_BATCH, runGuardedBatch } from "@/server/db/guarded-batch";
import { requirePermission } from "@/server/domain/authority";
import type { AcquirerCaller } from "@/server/domain/caller";
import { type IdempotencyClaim, refuseRepeat, requireUnrecalled } from "@/server/domain/idempotency";
import { requireMinor } from "@/server/domain/require-minor";
import { newRecordId } from "@/server/platform/ids";
import { type DecimalAmount, parseCurrency } from "@/server/platform/money";
import type { AuthorizationId } from "@/server/platform/noun-ids";
import type { Family } from "../family";
import { getFamily } from "../read-family";
import { type FamilyContext, readFamilyContexts } from "./family-context";
import { planCapture } from "./plan-capture";
import { type CaptureOutcome, type CaptureWrite, writeCaptures } from "./write-captures";

interface CaptureInput {
  readonly id: string;
  readonly amount: DecimalAmount | null;
  /** The capture's own, where the surface has one. */
  readonly merchantReference?: string | null;
}

interface CaptureAsk {
  readonly caller: AcquirerCaller;
  readonly input: CaptureInput;
  readonly claim: IdempotencyClaim<CaptureOutcome> | null;
}

type Settled = PromiseSettledResult<CaptureOutcome | typeof NEXT_BATCH>;

const captureInTurn = guardedQueue<CaptureAsk, CaptureOutcome>({
  name: "capture",
  namesOf: ({ caller: { tenantId, environment }, input }) => [`${tenantId} ${environment} ${input.id}`],
  keyOf: ({ claim }) => claim,
  run: (asks) => runGuardedBatch(asks, captureAll),
});

/**
 * Takes held money from the member and gives it to the merchant (contract 2.4); without an amount, all of the hold. What is
 * asked at the same moment is read, planned, and written together, each for itself (decision 064).
 *
 * Accounts: member (held and posted down), merchant (entry up). Invariant: a family never captures more than its
 * hold, because its root's version guards the plan. A retry with the same claim changes nothing: throws AnsweredError where
 * the key has its answer. Throws `authorization_not_found`, `authorization_not_capturable`, `amount_exceeds_remaining_hold`,
 * `validation_error` on too many decimals.
 */
export async function captureAuthorization(
  caller: AcquirerCaller,
  input: CaptureInput,
  claim: IdempotencyClaim<CaptureOutcome> | null,
): Promise<CaptureOutcome> {
  requirePermission(caller, "move_money");
  requireUnrecalled(claim);
  return captureInTurn({ caller, input, claim });
}

/** One reading, one plan each, one write. Rejects as a whole where nothing was written and all may be tried again. */
async function captureAll(attempt: Attempt, asks: readonly CaptureAsk[]): Promise<Settled[]> {
  const settled: Settled[] = [];
  const found: { readonly n: number; readonly ask: CaptureAsk; readonly family: Family }[] = [];
  const roots = new Set<AuthorizationId>();
  const families = await Promise.allSettled(asks.map(({ caller, input }) => getFamily(attempt, caller, input.id)));
  for (const [n, ask] of asks.entries()) {
    const family = families[n];
    if (family?.status !== "fulfilled") {
      settled[n] = { status: "rejected", reason: family?.reason };
    } else if (roots.has(family.value.root.id)) {
      // It is planned on what the capture before it has left.
      settled[n] = { status: "fulfilled", value: NEXT_BATCH };
    } else {
      roots.add(family.value.root.id);
      found.push({ n, ask, family: family.value });
    }
  }
  const contexts = await readFamilyContexts(
    attempt.db,
    found.map(({ ask, family }) => ({ root: family.root, claim: ask.claim })),
  );
  const writes: CaptureWrite[] = [];
  for (const [i, { n, ask, family }] of found.entries()) {
    try {
      const context = contexts[i];
      if (!context) throw new Error("a read that always has a row for each request had none");
      refuseRepeat(ask.claim, context.answered);
      const write = plan(ask, family, context);
      writes.push(write);
      settled[n] = { status: "fulfilled", value: write.outcome };
    } catch (reason) {
      settled[n] = { status: "rejected", reason };
    }
  }
  if (!(await writeCaptures(attempt.db, writes))) attempt.leavesNothing?.();
  return settled;
}

function plan({ caller, input, claim }: CaptureAsk, family: Family, context: FamilyContext): CaptureWrite {
  const currency = parseCurrency(family.target.currency);
  const requestedMinor = input.amount === null ? null : requireMinor(input.amount, currency);
  const planned = planCapture(family, requestedMinor, caller.now);
  const outcome: CaptureOutcome = {
    target: family.target,
    transactionId: newRecordId(caller.now),
    amountMinor: planned.amountMinor,
    remainingMinor: planned.remainingMinor,
    acknowledgedAt: caller.now,
  };
  const { merchantReference = null } = input;
  return { caller, family, context, plan: planned, merchantReference, outcome, claim };
}
