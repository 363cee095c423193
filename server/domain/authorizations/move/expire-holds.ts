import { announce } from "@/server/db/announce";
import { bothOrNothing, runGuarded, STALE } from "@/server/db/guarded";
import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import { releaseHold } from "@/server/domain/ledger";
import { getLogger } from "@/server/platform/logger";
import type { AccountId, AuthorizationId } from "@/server/platform/noun-ids";
import { getFamilyOfRoot } from "../family";
import { holdLeft, ownFigures } from "../figures";
import { HAS_OPEN_HOLD } from "../statuses";
import { moveFamily, totalOf } from "./move-family";

const BATCH = 200;
const MAX_BATCHES = 25;

interface OverdueRoot {
  readonly id: AuthorizationId;
  readonly expiresAt: Date;
}

/** Up to 200 roots with hold left beyond its time, after the given one; the columns are the partial indexes'. */
async function listOverdue(
  input: { now: Date; accountId?: AccountId },
  after: OverdueRoot | null,
): Promise<OverdueRoot[]> {
  const ofAccount = input.accountId ? sql`AND account_id = ${input.accountId}` : sql``;
  const further = after ? sql`AND (expires_at, id) > (${after.expiresAt}, ${after.id})` : sql``;
  return query<OverdueRoot>(
    getPool(),
    sql`SELECT id, expires_at FROM authorizations
      WHERE ${HAS_OPEN_HOLD} AND expires_at <= ${input.now} ${ofAccount} ${further}
      ORDER BY expires_at, id LIMIT ${BATCH}`,
  );
}

/**
 * Gives back what is held beyond its time, of all families or of one account's, at most 5,000 a call. Fires no event
 * (contract 6.1 has none). Safe to run at any time and by several at once: each family is guarded by its root's version. One
 * that cannot be expired is logged and passed over; it must not keep the money of the others.
 *
 * Accounts: members (held down). Invariant: what expires was still held. A repeat finds nothing left to do.
 * Returns how many families were expired.
 */
export async function expireHolds(input: {
  readonly now: Date;
  readonly accountId?: AccountId;
  /** Stops as soon as this much was given back. */
  readonly enoughMinor?: bigint;
}): Promise<number> {
  let expired = 0;
  let givenBackMinor = 0n;
  let last: OverdueRoot | null = null;
  for (let batch = 0; batch < MAX_BATCHES; batch += 1) {
    const overdue: OverdueRoot[] = await listOverdue(input, last);
    for (const { id } of overdue) {
      const amountMinor = await tryExpire(id, input.now);
      expired += amountMinor > 0n ? 1 : 0;
      givenBackMinor += amountMinor;
      if (input.enoughMinor !== undefined && givenBackMinor >= input.enoughMinor) return expired;
    }
    last = overdue.at(-1) ?? null;
    if (overdue.length < BATCH) break;
  }
  return expired;
}

async function tryExpire(rootId: AuthorizationId, now: Date): Promise<bigint> {
  try {
    return await expireHold(rootId, now);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    getLogger().error({ authorization: rootId, reason }, "a hold could not be expired");
    return 0n;
  }
}

/** Returns what it gave back. */
async function expireHold(rootId: AuthorizationId, now: Date): Promise<bigint> {
  return runGuarded(async (attempt) => {
    const { root, members } = await getFamilyOfRoot(attempt, rootId);
    if (!root.expiresAt || now < root.expiresAt) return 0n;
    const moves = members
      .map((member) => ({ authorizationId: member.id, expiredMinor: holdLeft(ownFigures(member)) }))
      .filter((move) => move.expiredMinor > 0n);
    if (moves.length === 0) return 0n;
    const amountMinor = totalOf(moves, "expiredMinor");
    const [result] = await query<{ isWritten: boolean }>(
      attempt.db,
      sql`WITH ${moveFamily(root, moves, now)},
        ${releaseHold({ accountId: root.accountId, amountMinor }, "root")}
        ${bothOrNothing("root", "account")}`,
    );
    if (!result?.isWritten) return STALE;
    announce(attempt.db, `account:${root.accountId}`, `tenant:${root.tenantId}:${root.environment}`);
    return amountMinor;
  });
}
