import pg from "pg";
import { z } from "zod";
import { processSingleton } from "@/server/platform/singleton";
import { UnavailableError } from "@/server/platform/unavailable";

const UNIQUE_VIOLATION = "23505";
const READ_ONLY = "25006";
const TOOK_TOO_LONG = "57014";
const LOCK_NOT_AVAILABLE = "55P03";
const DISK_FULL = "53100";
/**
 * Classes 08 (connection), 53 (resources), and 57P (shutdown), 57014 (timeout), and 25006 (read-only after a failover): the
 * database is unavailable, the request isn't wrong.
 */
const AWAY = /^(08|53|57P|57014|25006)/;
/** Prisma's codes for the same: unreachable, timed out, closed, no free connection, transaction took too long. */
const PRISMA_AWAY = /^P(1001|1002|1008|1017|2024|2028|2037)$/;
const Cause = z.object({
  originalCode: z.string(),
  constraint: z.object({ index: z.string() }).optional().catch(undefined),
});
/** The cause is nested in Prisma's error; a failed `COMMIT` throws the adapter's error as is. */
const PrismaError = z.union([
  z
    .object({ meta: z.object({ driverAdapterError: z.object({ cause: Cause }) }) })
    .transform(({ meta }) => meta.driverAdapterError.cause),
  z.object({ name: z.literal("DriverAdapterError"), cause: Cause }).transform(({ cause }) => cause),
]);
/** Undefined table, column, or function: the database hasn't been migrated to this version. */
const NOT_MIGRATED = /^(42P01|42703|42883)$/;
const PRISMA_NOT_MIGRATED = /^P202[12]$/;
/** Unknown or duplicate prepared statement: a pooler switched connections. */
const OF_ANOTHER_CONNECTION = /^(26000|42P05)$/;
/** Node's connection errors from the kernel, streams, or TLS: `ECONNRESET`, `EPROTO`, `ERR_STREAM_DESTROYED`. */
const CONNECTION_CODE = /^E[A-Z]/;
/** Driver errors without a code: a connection that broke or timed out, or an ended pool. */
const DRIVER_MESSAGES =
  /^(ConnectionClosed|DatabaseNotReachable|SocketTimeout)$|timeout exceeded when trying to connect|^timeout expired$|connection terminated|query read timeout|not queryable|client was closed|cannot use a pool after calling end|server has closed the connection/i;

const PRISMA_LOST_RACE = "P2034";
/** Deadlock; and serialization failure, which PostgreSQL-compatible databases may report instead. */
const LOST_RACE = new Set(["40P01", "40001"]);

/** Unique indexes that a query checks before it writes: when retried, the loser of a race sees the winner's row. */
const LOOKED_AT = ["charge_requests_one_pending", "events_idempotency_key_key", "rescues_declined_id_key"];

export function isLostRace(error: unknown): boolean {
  if (LOOKED_AT.some((constraint) => isUniqueViolation(error, constraint))) return true;
  if (!(error instanceof Error)) return false;
  return codeOf(error) === PRISMA_LOST_RACE || LOST_RACE.has(sqlStateOf(error));
}

export function isUniqueViolation(error: unknown, constraint: string): boolean {
  if (error instanceof pg.DatabaseError) return error.code === UNIQUE_VIOLATION && error.constraint === constraint;
  return causeOf(error)?.originalCode === UNIQUE_VIOLATION && causeOf(error)?.constraint?.index === constraint;
}

/** From a host that is read-only, like the old primary after a failover. */
export function isOfStandby(error: unknown): boolean {
  const cause = error instanceof UnavailableError ? error.cause : error;
  return cause instanceof Error && sqlStateOf(cause) === READ_ONLY;
}

export function tookTooLong({ cause }: UnavailableError): boolean {
  return cause instanceof Error && sqlStateOf(cause) === TOOK_TOO_LONG;
}

export function waitedForLock(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === LOCK_NOT_AVAILABLE;
}

/** Whether the replica is at fault rather than the read: unavailable, read-only, or in conflict with replay. */
export function isOfItsPlace(error: Error): boolean {
  const isSlow = codeOf(error) === TOOK_TOO_LONG;
  return (isDatabaseAway(error) && !isSlow) || LOST_RACE.has(codeOf(error));
}

function isDatabaseAway(error: Error): boolean {
  if (PRISMA_AWAY.test(codeOf(error)) || DRIVER_MESSAGES.test(error.message) || isOfConnection(error)) return true;
  return AWAY.test(sqlStateOf(error));
}

/** Node also gives such codes to mistakes in our code, but those are TypeErrors or RangeErrors. */
function isOfConnection(error: Error): boolean {
  return CONNECTION_CODE.test(codeOf(error)) && !(error instanceof TypeError) && !(error instanceof RangeError);
}

const codeOf = (error: Error) => ("code" in error && typeof error.code === "string" ? error.code : "");

const causeOf = (error: unknown) => PrismaError.safeParse(error).data;

export const sqlStateOf = (error: Error) => causeOf(error)?.originalCode ?? codeOf(error);

/** Work by the clock writes every minute, so a full disk is met again in this time. */
const FULL_FOR_MS = 90_000;

const disk = processSingleton("full-disk", () => ({ fullUntil: Number.NEGATIVE_INFINITY }));

/** Whether the database could not write a moment ago because its disk is full. */
export function isDiskFull(): boolean {
  return performance.now() < disk.fullUntil;
}

/**
 * Rethrows, as UnavailableError if the database was unreachable, went away, or has another version. The query may or may
 * not have been written; only a repeat with the same idempotency key finds out.
 */
export function translateError(error: unknown): never {
  if (!(error instanceof Error)) throw error;
  if (sqlStateOf(error) === DISK_FULL) disk.fullUntil = performance.now() + FULL_FOR_MS;
  if (isDatabaseAway(error)) throw new UnavailableError("the database is away", { cause: error });
  if (OF_ANOTHER_CONNECTION.test(sqlStateOf(error))) {
    const reason = "a pooler changes the connection at each transaction, and DATABASE_PREPARE=0 is not set";
    throw new UnavailableError(reason, { cause: error });
  }
  if (NOT_MIGRATED.test(sqlStateOf(error)) || PRISMA_NOT_MIGRATED.test(codeOf(error))) {
    throw new UnavailableError("the database is not migrated", { cause: error, reason: "not_migrated" });
  }
  throw error;
}
