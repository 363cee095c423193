import pg from "pg";
import { z } from "zod";
import { UnavailableError } from "@/server/platform/unavailable";

const UNIQUE_VIOLATION = "23505";
const READ_ONLY = "25006";
const TOOK_TOO_LONG = "57014";
const LOCK_NOT_AVAILABLE = "55P03";
/**
 * Classes 08 (connection), 53 (resources) and 57P (shutdown), 57014 (statement took too long) and 25006 (read-only after
 * a failover): the database is away, not the request wrong.
 */
const AWAY = /^(08|53|57P|57014|25006)/;
/** What Prisma makes of the same: unreachable, timed out, closed, no connection left, a transaction that took too long. */
const PRISMA_AWAY = /^P(1001|1002|1008|1017|2024|2028|2037)$/;
/** PostgreSQL's code, and the name of the unique key that a row would break. */
const Cause = z.object({
  originalCode: z.string(),
  constraint: z.object({ index: z.string() }).optional().catch(undefined),
});
/** The cause stands inside of Prisma's error; of a `COMMIT` that fails, the adapter's error comes as it is. */
const PrismaError = z.union([
  z
    .object({ meta: z.object({ driverAdapterError: z.object({ cause: Cause }) }) })
    .transform(({ meta }) => meta.driverAdapterError.cause),
  z.object({ name: z.literal("DriverAdapterError"), cause: Cause }).transform(({ cause }) => cause),
]);
/** A table, column, or function that isn't there: the process is of a version that the database was not migrated to. */
const NOT_MIGRATED = /^(42P01|42703|42883)$/;
const PRISMA_NOT_MIGRATED = /^P202[12]$/;
/** A statement that was prepared on another connection, or on this one by somebody else: a pooler changes them. */
const OF_ANOTHER_CONNECTION = /^(26000|42P05)$/;
/** Node's codes of a connection, by the kernel, the stream, or TLS: `ECONNRESET`, `EPROTO`, `ERR_STREAM_DESTROYED`. */
const CONNECTION_CODE = /^E[A-Z]/;
/** What drivers say without a code: of a connection that broke, is not answered, or belongs to a pool that has ended. */
const DRIVER_MESSAGES =
  /^(ConnectionClosed|DatabaseNotReachable|SocketTimeout)$|timeout exceeded when trying to connect|^timeout expired$|connection terminated|query read timeout|not queryable|client was closed|cannot use a pool after calling end/i;

/** What Prisma makes of a deadlock, or of a transaction that could not be serialized. */
const PRISMA_LOST_RACE = "P2034";
/** Deadlock; and what databases that are only compatible with PostgreSQL may answer a lost race with. */
const LOST_RACE = new Set(["40P01", "40001"]);

/** Unique keys that a statement checks before it writes: the loser of a race sees the winner's row the next time. */
const LOOKED_AT = ["charge_requests_one_pending", "events_idempotency_key_key", "rescues_declined_id_key"];

/** True for a transaction that only has to be tried again. */
export function isLostRace(error: unknown): boolean {
  if (LOOKED_AT.some((constraint) => isUniqueViolation(error, constraint))) return true;
  if (!(error instanceof Error)) return false;
  return codeOf(error) === PRISMA_LOST_RACE || LOST_RACE.has(sqlStateOf(error));
}

export function isUniqueViolation(error: unknown, constraint: string): boolean {
  if (error instanceof pg.DatabaseError) return error.code === UNIQUE_VIOLATION && error.constraint === constraint;
  return causeOf(error)?.originalCode === UNIQUE_VIOLATION && causeOf(error)?.constraint?.index === constraint;
}

/** From a host that can only be read, as the primary of before is after a failover. */
export function isOfStandby(error: unknown): boolean {
  const cause = error instanceof UnavailableError ? error.cause : error;
  return cause instanceof Error && sqlStateOf(cause) === READ_ONLY;
}

/** A statement that the database ended since it took too long, such as one that waited for a lock. */
export function tookTooLong({ cause }: UnavailableError): boolean {
  return cause instanceof Error && sqlStateOf(cause) === TOOK_TOO_LONG;
}

/** A statement that waited for a lock for as long as its `lock_timeout` says. */
export function waitedForLock(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === LOCK_NOT_AVAILABLE;
}

/** An error of where a read was sent, not of the read: away, can't be written to, or in the way of what it replays. */
export function isOfItsPlace(error: Error): boolean {
  const isSlow = codeOf(error) === TOOK_TOO_LONG;
  return (isDatabaseAway(error) && !isSlow) || LOST_RACE.has(codeOf(error));
}

function isDatabaseAway(error: Error): boolean {
  if (PRISMA_AWAY.test(codeOf(error)) || DRIVER_MESSAGES.test(error.message) || isOfConnection(error)) return true;
  return AWAY.test(sqlStateOf(error));
}

/** Node gives such codes to mistakes in our own code, too, but those are type errors or range errors. */
function isOfConnection(error: Error): boolean {
  return CONNECTION_CODE.test(codeOf(error)) && !(error instanceof TypeError) && !(error instanceof RangeError);
}

const codeOf = (error: Error) => ("code" in error && typeof error.code === "string" ? error.code : "");

/** What the database said, inside of an error of Prisma's. */
const causeOf = (error: unknown) => PrismaError.safeParse(error).data;

/** PostgreSQL's code of an error, whichever way it came. */
export const sqlStateOf = (error: Error) => causeOf(error)?.originalCode ?? codeOf(error);

/**
 * Rethrows, as UnavailableError where the database could not be reached, went away, or is of another version. What was
 * under way may or may not have been written: only a repeat with the same idempotency key finds out.
 */
export function translateError(error: unknown): never {
  if (!(error instanceof Error)) throw error;
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
