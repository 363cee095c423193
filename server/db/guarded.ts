import type { TenantId } from "@/server/platform/noun-ids";
import { processSingleton } from "@/server/platform/singleton";
import { UnavailableError } from "@/server/platform/unavailable";
import { isLostRace, sqlStateOf } from "./errors";
import { getPool } from "./pool";
import { type Queryable, query } from "./query";
import { type Sql, sql } from "./sql";
import { inTransaction } from "./transaction";

/** Returned by an attempt whose guard matched nothing: another request was faster, so read and decide again. */
export const STALE = Symbol("stale");

export interface Attempt {
  readonly db: Queryable;
  /** True from the second attempt on: the read must lock the rows it decides about, in the global lock order. */
  readonly isLocking: boolean;
  /** How long the write waits for a lock; by default as long as a query may take. */
  readonly waitsForLocksMs?: number;
  /** Call this if the attempt wrote no webhook deliveries. Otherwise the delivery worker is woken, to be safe. */
  readonly leavesNothing?: () => void;
}

const MAX_ATTEMPTS = 4;
/** Raised by `require_guard()` when some of a query's guards didn't match. */
const GUARD_FAILED = "CL001";

type Work<T> = (attempt: Attempt) => Promise<T | typeof STALE>;

export function isRetryable(error: unknown): boolean {
  return isLostRace(error) || (error instanceof Error && sqlStateOf(error) === GUARD_FAILED);
}

interface GuardedEnd {
  /** False only if the write knows that it left no webhook deliveries. */
  readonly mayHaveLeft: boolean;
}

const listeners = processSingleton("guarded-listeners", () => new Set<(end: GuardedEnd) => void>());

/** Registers a listener for the end of every guarded write, committed or failed. Listeners must not throw. */
export function onGuardedEnd(listener: (end: GuardedEnd) => void): void {
  listeners.add(listener);
}

/**
 * Read, decide, write. The first attempt takes no locks and writes one guarded query. If it loses a race, the next ones
 * lock first, in a transaction, so that they finish in one round however many callers compete. Throws UnavailableError if even
 * that fails. With the request's standing, each attempt is a transaction that ends by checking it; throws ChangedStandingError
 * if it has changed.
 */
export function runGuarded<T>(work: Work<T>, standing?: Standing): Promise<T> {
  return runRounds(work, 1, standing);
}

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
        // A failed attempt was rolled back, so what it reported doesn't count.
        mayHaveLeft = true;
        return work({ leavesNothing, ...round });
      },
      { first, standing },
    );
  } finally {
    endGuarded({ mayHaveLeft });
  }
}

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
 * Runs several queries that lock what they change. Retries a deadlock up to three times. With the request's standing, throws
 * ChangedStandingError if that has changed.
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
    // Checked last, right before the commit. A lost race has nothing to commit.
    if (standing && result !== STALE) await requireStanding(db, standing);
    return result;
  });
}

/** A tenant's version as it was read. It counts changes to everything that authorizes the tenant's requests (decision 130). */
export interface Standing {
  readonly tenantId: TenantId;
  readonly version: bigint;
}

/** The caller's key, merchant, or tenant changed after the request had read it. Nothing was written; the request is retried. */
export class ChangedStandingError extends Error {
  override name = "ChangedStandingError";

  constructor() {
    super("what the request rests on changed since it was read");
  }
}

/** For a batch's read, which would decide each request by what it was not authenticated with. Throws ChangedStandingError. */
export function requireVersion(standing: Standing | undefined, version: bigint | null): void {
  if (standing && version !== standing.version) throw new ChangedStandingError();
}

/**
 * SQL condition: whether all tenants still have the version that was read. Takes locks that block changes until the transaction
 * ends, so a write checks it last.
 */
export function isStandingUnchanged(standings: readonly Standing[]): Sql {
  const versions = new Map(standings.map(({ tenantId, version }) => [tenantId, version]));
  const sorted = [...versions].sort(([one], [other]) => (one < other ? -1 : 1));
  return sql`stand_as_read(${sorted.map(([id]) => id)}::text[], ${sorted.map(([, version]) => version)}::bigint[])`;
}

/** Like `requireStanding`, but throws an error that `runInTransaction` retries. */
export async function requireAsRead(db: Queryable, standing: Standing): Promise<void> {
  await query(db, sql`SELECT require_guard(${isStandingUnchanged([standing])})`);
}

/** Checks the request's standing right before the commit. Throws ChangedStandingError. */
export async function requireStanding(db: Queryable, standing: Standing): Promise<void> {
  const [asked] = await query<{ isAsRead: boolean }>(db, sql`SELECT ${isStandingUnchanged([standing])} AS is_as_read`);
  if (!asked?.isAsRead) throw new ChangedStandingError();
}
