import type { TenantId } from "@/server/platform/noun-ids";
import { processSingleton } from "@/server/platform/singleton";
import { UnavailableError } from "@/server/platform/unavailable";
import { isLostRace, sqlStateOf } from "./errors";
import { getPool } from "./pool";
import { type Queryable, query } from "./query";
import { type Sql, sql } from "./sql";
import { inTransaction } from "./transaction";

/** What an attempt answers when its guard matched nothing: someone else was faster, so read and decide again. */
export const STALE = Symbol("stale");

export interface Attempt {
  readonly db: Queryable;
  /** True from the second attempt on: the read must lock the rows it decides about, in the one lock order. */
  readonly isLocking: boolean;
  /** How long the write waits for a lock. Left out: as long as a statement may take. */
  readonly waitsForLocksMs?: number;
  /** To be called if the attempt wrote no deliveries. Without a call the delivery worker is woken, to be safe. */
  readonly leavesNothing?: () => void;
}

const MAX_ATTEMPTS = 4;
/** Raised by `require_guard()` when only a part of a statement's guards matched. */
const GUARD_FAILED = "CL001";

/** A guarded write's work: reads, decides, and writes once. */
type Work<T> = (attempt: Attempt) => Promise<T | typeof STALE>;

/** Whether a guarded write failed because of something else that moved: it only has to be tried again. */
export function isRetryable(error: unknown): boolean {
  return isLostRace(error) || (error instanceof Error && sqlStateOf(error) === GUARD_FAILED);
}

/** What is known of a guarded write that has ended. */
interface GuardedEnd {
  /** Something may have to follow its commit: false only where the write itself knows better. */
  readonly mayHaveLeft: boolean;
}

const listeners = processSingleton("guarded-listeners", () => new Set<(end: GuardedEnd) => void>());

/** Called after every guarded write, once it is committed or has failed: for what must follow a commit. Never throws. */
export function onGuardedEnd(listener: (end: GuardedEnd) => void): void {
  listeners.add(listener);
}

/**
 * Read, decide, write. The first attempt locks nothing and writes one guarded statement. If it lost a race, the next
 * ones lock first, inside a transaction, so that they end after one round however many callers compete. Throws
 * UnavailableError should even that not do. With the standing of the request that it is done for, each attempt is a
 * transaction that ends by asking whether that has changed; throws ChangedStandingError where it has.
 */
export function runGuarded<T>(work: Work<T>, standing?: Standing): Promise<T> {
  return runRounds(work, 1, standing);
}

/** The same after a first attempt that was made elsewhere and lost its race. */
export function runLocking<T>(work: Work<T>): Promise<T> {
  return runRounds(work, 2, undefined);
}

async function runRounds<T>(work: Work<T>, first: number, standing: Standing | undefined): Promise<T> {
  let mayHaveLeft = true;
  const leavesNothing = () => {
    mayHaveLeft = false;
  };
  try {
    return await tryRounds(
      (round) => {
        // What an earlier attempt said of itself was undone with it.
        mayHaveLeft = true;
        return work({ leavesNothing, ...round });
      },
      { first, standing },
    );
  } finally {
    endGuarded({ mayHaveLeft });
  }
}

/** For a guarded write that is made without `runGuarded`. */
export function endGuarded(end: GuardedEnd): void {
  for (const listener of listeners) listener(end);
}

async function tryRounds<T>(
  work: Work<T>,
  { first, standing }: { readonly first: number; readonly standing: Standing | undefined },
): Promise<T> {
  for (let round = first; round <= MAX_ATTEMPTS; round += 1) {
    try {
      const isLocking = round > 1;
      const result =
        isLocking || standing
          ? await inStandingTransaction((db) => work({ db, isLocking }), standing)
          : await work({ db: getPool(), isLocking });
      if (result !== STALE) return result;
    } catch (error) {
      if (!isRetryable(error)) throw error;
    }
  }
  throw new UnavailableError("rows stayed contended", { reason: "contended" });
}

/**
 * Work of several statements that lock what they change; a deadlock is run again, three times. With the standing of the
 * request that it is done for, throws ChangedStandingError where that has changed.
 */
export async function runInTransaction<T>(work: (db: Queryable) => Promise<T>, standing?: Standing): Promise<T> {
  for (let round = 1; round < MAX_ATTEMPTS; round += 1) {
    try {
      return await inStandingTransaction(work, standing);
    } catch (error) {
      if (!isRetryable(error)) throw error;
    }
  }
  return inStandingTransaction(work, standing);
}

function inStandingTransaction<T>(work: (db: Queryable) => Promise<T>, standing: Standing | undefined): Promise<T> {
  return inTransaction(async (db) => {
    const result = await work(db);
    // The last thing before the commit. An attempt that lost its race has nothing to commit.
    if (standing && result !== STALE) await requireStanding(db, standing);
    return result;
  });
}

/** A tenant as it was read: its `standing` counts the changes of all that requests in its name rest on (decision 130). */
export interface Standing {
  readonly tenantId: TenantId;
  readonly version: bigint;
}

/** The caller’s key, merchant, or tenant changed after the request had read it. Nothing was written; the request is answered anew. */
export class ChangedStandingError extends Error {
  override name = "ChangedStandingError";

  constructor() {
    super("what the request rests on changed since it was read");
  }
}

/**
 * SQL: whether all of them stand as they were read. Whoever changes one from then on waits until the transaction that asks
 * has ended, so a write asks last.
 */
export function standAsRead(standings: readonly Standing[]): Sql {
  const versions = new Map(standings.map(({ tenantId, version }) => [tenantId, version]));
  const sorted = [...versions].sort(([one], [other]) => (one < other ? -1 : 1));
  return sql`stand_as_read(${sorted.map(([id]) => id)}::text[], ${sorted.map(([, version]) => version)}::bigint[])`;
}

/** The same, before a transaction is committed. Throws what `runInTransaction` tries again. */
export async function requireAsRead(db: Queryable, standing: Standing): Promise<void> {
  await query(db, sql`SELECT require_guard(${standAsRead([standing])})`);
}

/** Of the request that a transaction is for, before it is committed. Throws ChangedStandingError. */
export async function requireStanding(db: Queryable, standing: Standing): Promise<void> {
  const [asked] = await query<{ isAsRead: boolean }>(db, sql`SELECT ${standAsRead([standing])} AS is_as_read`);
  if (!asked?.isAsRead) throw new ChangedStandingError();
}
