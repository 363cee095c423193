import { type Attempt, isRetryable } from "@/server/db/guarded";
import { guardedQueue } from "@/server/db/guarded-batch";
import { inHalves, only } from "@/server/db/in-halves";
import { getPool } from "@/server/db/pool";
import type { Queryable } from "@/server/db/query";
import { answerRow, type IdempotencyClaim, refuseRepeat } from "@/server/domain/idempotency";
import { readFamilyContexts } from "./family-context";
import { type PlannedReversal, writeReversals } from "./write-reversals";

type Unwritten = Omit<PlannedReversal, "context">;

/** One accepted reversal, void, or refund and what goes with it into one statement. */
export interface ReversalWrite<Outcome> extends Omit<Unwritten, "claim" | "answer"> {
  readonly outcome: Outcome;
  readonly claim: IdempotencyClaim<Outcome> | null;
}

type Written = PromiseSettledResult<boolean>;

const writeInTurn = guardedQueue<Unwritten, boolean>({
  name: "reversal",
  namesOf: ({ family: { root } }) => [root.id],
  keyOf: ({ claim }) => claim,
  run: writeFirsts,
});

/**
 * Writes a planned reversal; what is written at the same moment is one statement. False when the family no longer is as it
 * was read; then nothing was written, and the caller reads and plans again. Throws AnsweredError where the key of the request
 * has its answer.
 */
export async function writeReversal<Outcome>(
  { db, isLocking }: Attempt,
  { outcome, ...write }: ReversalWrite<Outcome>,
): Promise<boolean> {
  const { claim, at } = write;
  const planned = { ...write, answer: claim ? answerRow(claim, outcome, at) : null };
  if (!isLocking) return writeInTurn(planned);
  return only(await writeAll(db, [planned]));
}

/** What a write needs beside its plan, in one read for all of them. Rejects those whose key has its answer. */
async function withContexts(
  db: Queryable,
  planned: readonly Unwritten[],
): Promise<PromiseSettledResult<PlannedReversal>[]> {
  const asked = planned.map(({ family: { root }, claim }) => ({ root, claim }));
  const contexts = await readFamilyContexts(db, asked);
  return await Promise.allSettled(
    planned.map(async (one, n) => {
      const context = contexts[n];
      if (!context) throw new Error("a read that always has a row for each request had none");
      refuseRepeat(one.claim, context.answered);
      return { ...one, context };
    }),
  );
}

/** Of several in one family the first is written: the others were planned on what it has changed. */
async function writeFirsts(asked: readonly Unwritten[]): Promise<Written[]> {
  const firsts = new Map<string, Unwritten>();
  for (const one of asked) if (!firsts.has(one.family.root.id)) firsts.set(one.family.root.id, one);
  const planned = [...firsts.values()];
  const written = await inHalves(planned, {
    together: (some) => writeAll(getPool(), some),
    alone: async (one) => {
      try {
        return only(await writeAll(getPool(), [one]));
      } catch (reason) {
        if (isRetryable(reason)) return false;
        throw reason;
      }
    },
  });
  const results = new Map(planned.map((one, n) => [one, written[n]]));
  return asked.map((one) => results.get(one) ?? { status: "fulfilled", value: false });
}

/** One read and one write for all of them. Rejects as a whole where nothing was written. */
async function writeAll(db: Queryable, planned: readonly Unwritten[]): Promise<Written[]> {
  const ready = await withContexts(db, planned);
  await writeReversals(
    db,
    ready.flatMap((one) => (one.status === "fulfilled" ? [one.value] : [])),
  );
  return ready.map((one) => (one.status === "fulfilled" ? { status: "fulfilled", value: true } : one));
}
