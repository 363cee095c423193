import { BatchQueue } from "@/server/db/batch-queue";
import { type Attempt, isRetryable } from "@/server/db/guarded";
import { getPool } from "@/server/db/pool";
import type { Queryable } from "@/server/db/query";
import { WRITE_BATCHES } from "@/server/db/write-batches";
import { answerRow, type IdempotencyClaim, refuseRepeat } from "@/server/domain/idempotency";
import { UnavailableError } from "@/server/platform/unavailable";
import { readFamilyContexts } from "./family-context";
import { type PlannedReversal, writeReversals } from "./write-reversals";

type Unwritten = Omit<PlannedReversal, "context">;

/** One accepted reversal, void, or refund and what goes with it into one statement. */
export interface ReversalWrite<Outcome> extends Omit<Unwritten, "claim" | "answer"> {
  readonly outcome: Outcome;
  readonly claim: IdempotencyClaim<Outcome> | null;
}

type Written = PromiseSettledResult<boolean>;

const queue = new BatchQueue<Unwritten, boolean>({
  name: "reversal",
  ...WRITE_BATCHES,
  namesOf: ({ family: { root }, claim }) => [root.id, ...(claim ? [`${claim.scope} ${claim.key}`] : [])],
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
  if (!isLocking) return await queue.ask(planned);
  const [ready] = await withContexts(db, [planned]);
  if (ready?.status === "rejected") throw ready.reason;
  if (ready) await writeReversals(db, [ready.value]);
  return true;
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
  const ready = await withContexts(getPool(), planned);
  const writing = ready.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
  const written = (await writeTogether(writing)).values();
  const results = new Map<Unwritten, Written | undefined>();
  for (const [n, one] of planned.entries()) {
    const refused = ready[n];
    results.set(one, refused?.status === "rejected" ? refused : written.next().value);
  }
  return asked.map((one) => results.get(one) ?? { status: "fulfilled", value: false });
}

/** All in one statement; if that fails, in halves, down to the one that fails alone. */
async function writeTogether(writes: readonly PlannedReversal[]): Promise<Written[]> {
  try {
    await writeReversals(getPool(), writes);
    return writes.map(() => ({ status: "fulfilled", value: true }));
  } catch (reason) {
    // No one knows what was done.
    if (reason instanceof UnavailableError) return writes.map(() => ({ status: "rejected", reason }));
    if (writes.length === 1)
      return [isRetryable(reason) ? { status: "fulfilled", value: false } : { status: "rejected", reason }];
    const middle = writes.length >> 1;
    const first = await writeTogether(writes.slice(0, middle));
    return [...first, ...(await writeTogether(writes.slice(middle)))];
  }
}
