import { setTimeout as sleep } from "node:timers/promises";
import { runInTransaction } from "@/server/db/guarded";
import { DAY_MS } from "@/server/platform/clock";
import { newRecordId, type RecordId } from "@/server/platform/ids";
import type { TenantId } from "@/server/platform/noun-ids";
import { recordAudit } from "../../audit";
import type { TenantCaller } from "../../caller";
import { DomainError, invalidField } from "../../errors";
import {
  type ClaimName,
  fingerprintOf,
  type IdempotencyClaim,
  requireSameMeaning,
  requireUnanswered,
  storeAnswer,
} from "../../idempotency";
import { requireSandbox } from "../../require-sandbox";
import { beginJump, findJump, inOwnTime, lockClock, realTimeOf } from "../../sandbox-clock";
import { isSharedTenant } from "../../tenants";
import { getSandboxClock, type SandboxClock } from "./get-sandbox-clock";
import { sandboxJumps } from "./run-jump";

/** A request waits this long; the background does the rest. */
const PATIENCE_MS = 20_000;
const POLL_MS = 500;
/** The database has the same limit. */
const MAX_AHEAD_DAYS = 366;

/** Exactly one is given. */
export interface AdvanceClockInput {
  readonly byMs: number | null;
  readonly to: Date | null;
}

/**
 * Moves the clock of a tenant's test environment forward and does, in order, everything that falls due on the way: holds,
 * codes, and requests end, days are settled, deliveries are retried. What takes more than 20 seconds continues in the
 * background.
 *
 * Accounts: as for `expireHolds` (members, held down) and `settleMerchant` (merchant entry down, network entry up), for this
 * tenant's test payments only. Invariant: a clock never goes back (a trigger), and passes no moment before its work is done. A
 * retry with the same claim continues the same jump. Throws `not_found` in live, `not_permitted`, `sandbox_clock_fixed` for the
 * public sandbox, `sandbox_clock_moving` during another jump, `validation_error` for a moment that is past or more than a year
 * ahead of real time, and `temporarily_unavailable` until it has arrived, at once if others are already waiting: repeat the
 * request to keep waiting.
 */
export async function advanceClock(
  caller: TenantCaller,
  input: AdvanceClockInput,
  claim: IdempotencyClaim<SandboxClock> | null,
): Promise<SandboxClock> {
  requireSandbox(caller);
  await requireUnanswered(claim);
  const { id: jumpId, run } = await begin(caller, input, claim);
  try {
    await atJump(caller.tenantId, () => goOn(caller.tenantId, jumpId, run));
  } finally {
    if (run !== null) await sandboxJumps.handOn({ id: jumpId, run });
  }
  const clock = await getSandboxClock(caller, { jumpId });
  if (!clock.jump?.arrivedAt) throw stillMoving();
  await runInTransaction((db) => storeAnswer(db, claim, clock, realTimeOf(caller)));
  return clock;
}

/** The request that began a jump makes its first step; a repeat waits for the background. */
async function goOn(tenantId: TenantId, id: RecordId, run: number | null): Promise<void> {
  if (run !== null) {
    await sandboxJumps.step({ id, run }, { stepMs: PATIENCE_MS });
    return;
  }
  const until = performance.now() + PATIENCE_MS;
  while (performance.now() < until && !(await findJump(tenantId, id))?.arrivedAt) await sleep(POLL_MS);
}

interface Begun {
  readonly id: RecordId;
  /** Null: an earlier request began it. */
  readonly run: number | null;
}

async function begin(caller: TenantCaller, input: AdvanceClockInput, claim: ClaimName | null): Promise<Begun> {
  const { tenantId } = caller;
  const askedAs = claim ? `${claim.scope} ${claim.key}` : caller.requestId;
  const fingerprint = claim && fingerprintOf(claim.meaning);
  return runInTransaction(async (db) => {
    if (await isSharedTenant(tenantId, db)) {
      throw new DomainError("sandbox_clock_fixed", "This sandbox is shared. Its clock can’t be moved.");
    }
    const { aheadMs, open, begun } = await lockClock(db, tenantId, askedAs);
    if (begun) {
      requireSameMeaning(begun.fingerprint, claim);
      return { id: begun.id, run: null };
    }
    if (open) throw isMoving(open.toAt);
    const askedAt = realTimeOf(caller);
    const { now: fromAt } = inOwnTime(askedAt, aheadMs);
    const toAt = readTarget(input, fromAt, askedAt);
    const jump = { id: newRecordId(askedAt), run: 1 };
    const asked = { tenantId, askedAs, fingerprint, fromAt, toAt, askedAt };
    await beginJump(db, { ...jump, ...asked, touchedAt: askedAt, arrivedAt: null });
    await recordAudit(db, caller, {
      action: "sandbox_clock.advanced",
      subject: { kind: "tenant", id: tenantId },
      details: { from: fromAt.toISOString(), to: toAt.toISOString() },
    });
    return jump;
  }, caller.standing);
}

function readTarget({ byMs, to }: AdvanceClockInput, fromAt: Date, realNow: Date): Date {
  const toAt = to ?? new Date(fromAt.getTime() + (byMs ?? 0));
  if (toAt <= fromAt) throw invalidField("to", `must be after the sandbox clock, which says ${fromAt.toISOString()}`);
  if (toAt.getTime() - realNow.getTime() > MAX_AHEAD_DAYS * DAY_MS) {
    throw invalidField(to ? "to" : "days", `must lead to at most ${MAX_AHEAD_DAYS} days from today`);
  }
  return toAt;
}

function isMoving(to: Date): DomainError {
  return new DomainError("sandbox_clock_moving", "The sandbox clock is still on its way. Wait until it has arrived.", {
    details: { to: to.toISOString() },
  });
}

/** Per tenant: one request moves its clock, and one repeat waits. */
const MAX_WAITING_OF_TENANT = 2;
/** Per process, which serves at least 16 requests: the rest is for everyone else. */
const MAX_WAITING = 4;

const waiting = new Map<TenantId, number>();

/**
 * Runs work that may take as long as a jump. Limited to a few requests, since many would keep others, live ones too, from being
 * served: throws `temporarily_unavailable` at once if there is no place.
 */
async function atJump<T>(tenantId: TenantId, work: () => Promise<T>): Promise<T> {
  const ofTenant = waiting.get(tenantId) ?? 0;
  const ofAll = [...waiting.values()].reduce((sum, count) => sum + count, 0);
  if (ofTenant >= MAX_WAITING_OF_TENANT || ofAll >= MAX_WAITING) throw stillMoving();
  waiting.set(tenantId, ofTenant + 1);
  try {
    return await work();
  } finally {
    const left = (waiting.get(tenantId) ?? 1) - 1;
    if (left === 0) waiting.delete(tenantId);
    else waiting.set(tenantId, left);
  }
}

/** The jump continues in the background; a repeat waits for it. */
function stillMoving(): DomainError {
  const message = "The sandbox clock is still on its way. Repeat the request with the same Idempotency-Key.";
  return new DomainError("temporarily_unavailable", message, { retryAfterSeconds: 1 });
}
